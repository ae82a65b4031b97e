import type { Role } from '@twende/contract/accounts/account-routes.ts'

export type DemoPerson = {
  name: string
  email: string
  phone: string
  role: Role
  /** What one signs in as, for those whose sign-in is printed at the start. */
  signsInAs?: 'customer' | 'seller' | 'staff' | 'admin'
}

const customer = (name: string, number: number): DemoPerson => ({
  name,
  email: `${name.toLowerCase().replace(' ', '.')}@example.com`,
  phone: `2547000000${String(number).padStart(2, '0')}`,
  role: 'user',
})

export const demoCustomer: DemoPerson = {
  ...customer('Wanjiku Kamau', 1),
  email: 'wanjiku@example.com',
  signsInAs: 'customer',
}
const demoSeller: DemoPerson = {
  ...customer('Brian Otieno', 2),
  email: 'brian@example.com',
  signsInAs: 'seller',
}
export const demoStaff: DemoPerson = {
  name: 'Mercy Chebet',
  email: 'mercy@twende.example',
  phone: '254700000009',
  role: 'staff',
  signsInAs: 'staff',
}
const demoAdmin: DemoPerson = {
  name: 'Joseph Mutiso',
  email: 'joseph@twende.example',
  phone: '254700000014',
  role: 'admin',
  signsInAs: 'admin',
}

export const people: readonly DemoPerson[] = [
  demoCustomer,
  demoSeller,
  demoStaff,
  demoAdmin,
  customer('Amina Hassan', 3),
  customer('Kevin Kiprop', 4),
  customer('Faith Mutua', 5),
  customer('Peter Mwangi', 6),
  customer('Grace Achieng', 7),
  customer('Yusuf Abdi', 8),
  customer('Dennis Ochieng', 10),
  customer('Lucy Njeri', 11),
  customer('Samuel Kipchoge', 12),
  customer('Halima Juma', 13),
  customer('Esther Wambui', 15),
  customer('Collins Barasa', 16),
]
