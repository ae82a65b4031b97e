/**
 * Opens a window while the tap that asked for it still counts as one, and sends it to the chat later:
 * browsers block windows opened after an answer came. Undefined where it was blocked all the same.
 */
export function openChatWindow(notice: string) {
  const chat = window.open('', '_blank')
  if (!chat) return undefined
  chat.opener = null
  chat.document.title = 'WhatsApp'
  chat.document.body.textContent = notice
  return {
    go: (address: string) => chat.location.replace(address),
    close: () => chat.close(),
  }
}
