import { drawPhoto, type FormFields } from './selling.ts'

/** The fields of the rental car form; a test states only the fields it depends on. */
export async function carForm(stated: FormFields = {}): Promise<FormFields> {
  return {
    name: 'Mazda Demio',
    description: 'Small and thrifty.',
    category: 'Sedan',
    location: 'Nairobi',
    price: '4800',
    deposit: '10000',
    kmPerDay: '150',
    seats: '5',
    transmission: 'automatic',
    fuelType: 'petrol',
    specs: JSON.stringify({ engine: '1.3 L', power: '92 hp' }),
    features: JSON.stringify(['Air conditioning', 'Bluetooth']),
    image1: await drawPhoto(),
    ...stated,
  }
}
