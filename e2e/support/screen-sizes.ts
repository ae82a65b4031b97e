export const desktopSize = { width: 1280, height: 800 }
export const phoneSize = { width: 360, height: 740 }
