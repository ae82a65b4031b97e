/** Where we post; an installation of one's own names its own accounts here. */
export const socialLinks = [
  { name: 'Facebook', address: 'https://www.facebook.com/twende.example' },
  { name: 'Instagram', address: 'https://www.instagram.com/twende.example' },
  { name: 'X', address: 'https://x.com/twende_example' },
  { name: 'TikTok', address: 'https://www.tiktok.com/@twende.example' },
] as const
