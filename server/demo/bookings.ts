import { demoCustomer } from './people.ts'

export type DemoBooking = {
  who: string
  car: string
  /** Days from today to the pickup, and how long the car is rented. */
  starts: number
  days: number
  /** Days before the pickup on which it was booked. */
  ahead: number
  pays: 'mpesa' | 'whatsapp'
  ends: 'completed' | 'active' | 'confirmed' | 'pending' | 'cancelled' | 'expired'
  dropoff?: string
  pickupTime?: string
  wish?: string
  review?: readonly [rating: 1 | 2 | 3 | 4 | 5, comment: string]
}

type Facts = Pick<DemoBooking, 'starts' | 'days'> & Partial<DemoBooking>

/** A completed booking, paid by M-Pesa and made a few days before; callers state what differs. */
const past = (who: string, car: string, facts: Facts): DemoBooking => ({
  who,
  car,
  ahead: 4,
  pays: 'mpesa',
  ends: 'completed',
  ...facts,
})

const wanjiku = (car: string, facts: Facts) => past(demoCustomer.name, car, facts)

/** What the customer of the printed sign-in finds under My Bookings: every state, and two pages of it. */
const bookingsOfDemoCustomer: readonly DemoBooking[] = [
  wanjiku('Toyota Vitz', {
    starts: -96,
    days: 2,
    review: [5, 'Handed over at arrivals in five minutes, spotless and full. My mother wants one now.'],
  }),
  wanjiku('Subaru Forester', {
    starts: -81,
    days: 3,
    review: [4, 'Perfect on the wet road to Kinangop. One wiper streaked a little.'],
  }),
  wanjiku('Toyota Axio', {
    starts: -66,
    days: 2,
    pays: 'whatsapp',
    review: [5, 'Quiet and easy. Did Nyeri and back on less than half a tank.'],
  }),
  wanjiku('Toyota Noah', {
    starts: -52,
    days: 4,
    ahead: 20,
    dropoff: 'Moi Airport, Mombasa',
    wish: 'Two child seats, please.',
  }),
  wanjiku('Toyota RAV4', { starts: -44, days: 3, ends: 'cancelled', ahead: 9 }),
  wanjiku('Mazda Demio', {
    starts: -35,
    days: 5,
    review: [4, 'Strong AC, which is all one needs in Mombasa. The ferry was no problem.'],
  }),
  wanjiku('Toyota Land Cruiser Prado TX', {
    starts: -26,
    days: 3,
    ahead: 15,
    pickupTime: '06:00',
    review: [5, 'Three days in the Mara and never once stuck. The fridge made us very popular.'],
  }),
  wanjiku('Toyota Passo', { starts: -17, days: 1, ahead: 2, ends: 'expired' }),
  wanjiku('Honda Fit Hybrid', { starts: -13, days: 2 }),
  wanjiku('Toyota Harrier', { starts: -1, days: 3, ends: 'active' }),
  wanjiku('Toyota Land Cruiser Prado TX', {
    starts: 9,
    days: 4,
    ahead: 14,
    ends: 'confirmed',
    pickupTime: '06:00',
    wish: 'A roof rack for the tent, if it is free.',
  }),
  wanjiku('Toyota Alphard', { starts: 24, days: 2, ahead: 30, ends: 'cancelled' }),
  wanjiku('Toyota Fielder', { starts: 16, days: 3, ahead: 16, pays: 'whatsapp', ends: 'pending' }),
]

const openBookings: readonly DemoBooking[] = [
  past('Kevin Kiprop', 'Toyota Wish', { starts: -2, days: 4, ends: 'active' }),
  past('Amina Hassan', 'Toyota Noah', {
    starts: -1,
    days: 5,
    ahead: 12,
    ends: 'active',
    wish: 'A child seat.',
  }),
  past('Yusuf Abdi', 'Toyota Land Cruiser V8', { starts: 2, days: 2, ends: 'confirmed', ahead: 8 }),
  past('Grace Achieng', 'Nissan X-Trail', {
    starts: 4,
    days: 3,
    ahead: 6,
    ends: 'confirmed',
    pays: 'whatsapp',
  }),
  past('Faith Mutua', 'Toyota Axio', {
    starts: 1,
    days: 2,
    ahead: 3,
    ends: 'confirmed',
    pickupTime: '08:00',
  }),
  past('Dennis Ochieng', 'Toyota RAV4', { starts: 6, days: 5, ahead: 9, ends: 'confirmed' }),
  past('Lucy Njeri', 'Toyota Alphard', { starts: 12, days: 1, ahead: 12, pays: 'whatsapp', ends: 'pending' }),
]

const pastBookings: readonly DemoBooking[] = [
  past('Brian Otieno', 'Suzuki Alto 660', {
    starts: -40,
    days: 3,
    review: [4, 'Tiny, cheap and honest. Parked it where nobody else could.'],
  }),
  past('Esther Wambui', 'Suzuki Alto 660', {
    starts: -20,
    days: 2,
    review: [5, 'Best value in town. I spent 600 bob on fuel in two days.'],
  }),
  past('Peter Mwangi', 'Toyota Passo', {
    starts: -48,
    days: 4,
    review: [4, 'My first rental ever, and they explained everything patiently.'],
  }),
  past('Halima Juma', 'Toyota Passo', {
    starts: -30,
    days: 2,
    review: [3, 'The car is fine. Handover was half an hour late because of the jam.'],
  }),
  past('Collins Barasa', 'Toyota Vitz', {
    starts: -60,
    days: 5,
    review: [5, 'Clean, full tank, no stories. Exactly what was promised.'],
  }),
  past('Samuel Kipchoge', 'Toyota Vitz', {
    starts: -24,
    days: 3,
    review: [4, 'Good little car. I would have liked cruise control on the Expressway.'],
  }),
  past('Yusuf Abdi', 'Mazda Demio', {
    starts: -58,
    days: 3,
    review: [5, 'They waited at Moi although my flight was two hours late. Asanteni sana.'],
  }),
  past('Lucy Njeri', 'Honda Fit Hybrid', {
    starts: -45,
    days: 4,
    review: [5, 'Four days of Nairobi traffic and the needle hardly moved.'],
  }),
  past('Dennis Ochieng', 'Honda Fit Hybrid', {
    starts: -28,
    days: 2,
    review: [5, 'Carried a full-size fridge behind folded seats. I still do not know how.'],
  }),
  past('Grace Achieng', 'Toyota Axio', {
    starts: -38,
    days: 3,
    review: [5, 'Took it home to Siaya. The boot swallowed all the shopping.'],
  }),
  past('Kevin Kiprop', 'Toyota Axio', {
    starts: -18,
    days: 4,
    review: [4, 'Reliable as ever. My second time with it.'],
  }),
  past('Faith Mutua', 'Toyota Fielder', {
    starts: -33,
    days: 3,
    review: [5, 'Moved house with it in three trips. Thank you for the luggage cover.'],
  }),
  past('Amina Hassan', 'Toyota Fielder', {
    starts: -11,
    days: 2,
    review: [4, 'Comfortable up to Menengai. A scratch on the bumper was noted fairly.'],
  }),
  past('Peter Mwangi', 'Toyota Premio', {
    starts: -21,
    days: 2,
    review: [5, 'Drove my in-laws to the ruracio. They asked what I do for a living.'],
  }),
  past('Esther Wambui', 'Nissan Leaf', {
    starts: -42,
    days: 3,
    review: [5, 'So quiet that my son fell asleep before Museum Hill. Charging list was gold.'],
  }),
  past('Collins Barasa', 'Nissan Leaf', {
    starts: -14,
    days: 1,
    review: [3, 'Fun, but plan your charging: Thika and back was the limit with the AC on.'],
  }),
  past('Halima Juma', 'Toyota Sienta', {
    starts: -25,
    days: 3,
    review: [5, 'Sliding doors and three children: I will never go back to a saloon.'],
  }),
  past('Samuel Kipchoge', 'Toyota Wish', {
    starts: -37,
    days: 4,
    review: [5, 'Seven runners, seven bags, no complaints all the way to Iten.'],
  }),
  past('Kevin Kiprop', 'Isuzu D-Max', {
    starts: -16,
    days: 2,
    pays: 'whatsapp',
    review: [4, 'Strong truck. Forty bags of potatoes and it asked for more.'],
  }),
  past('Lucy Njeri', 'Toyota Noah', {
    starts: -29,
    days: 6,
    review: [4, 'Lovely for the whole family. The rear screen does not like USB sticks.'],
  }),
  past('Brian Otieno', 'Subaru Forester', {
    starts: -34,
    days: 4,
    review: [5, 'Mud, rain, potholes: it did not care, so neither did we.'],
  }),
  past('Grace Achieng', 'Nissan X-Trail', {
    starts: -31,
    days: 3,
    review: [4, 'Round the lake with grandmother in front. The seats wipe clean, we checked.'],
  }),
  past('Dennis Ochieng', 'Toyota RAV4', {
    starts: -57,
    days: 4,
    review: [5, 'Hell’s Gate at sunrise straight from the airport. Everything worked.'],
  }),
  past('Faith Mutua', 'Toyota RAV4', {
    starts: -22,
    days: 3,
    review: [5, 'Easy to find in any car park, orange as it is.'],
  }),
  past('Yusuf Abdi', 'Mazda CX-5', {
    starts: -19,
    days: 4,
    review: [5, 'Karen to Kisumu without a fuel stop. The best seats I have sat in.'],
  }),
  past('Peter Mwangi', 'Toyota Harrier', {
    starts: -27,
    days: 2,
    review: [4, 'Calm and plush. The tailgate beeps a lot.'],
  }),
  past('Collins Barasa', 'Toyota Hilux Double Cab', {
    starts: -47,
    days: 6,
    ahead: 10,
    review: [5, 'Lodwar and back. We used one of the two spare wheels and blessed you for it.'],
  }),
  past('Samuel Kipchoge', 'Toyota Hilux Double Cab', {
    starts: -12,
    days: 3,
    review: [2, 'Good truck, but the canopy I asked for was not there in the morning.'],
  }),
  past('Amina Hassan', 'Toyota Alphard', {
    starts: -36,
    days: 1,
    review: [5, 'The bride arrived rested. What more can one say?'],
  }),
  past('Brian Otieno', 'Toyota Land Cruiser Prado TX', {
    starts: -50,
    days: 5,
    ahead: 18,
    review: [5, 'Samburu with three generations on board. Faultless.'],
  }),
  past('Esther Wambui', 'Toyota Land Cruiser V8', {
    starts: -32,
    days: 2,
    review: [5, 'Laikipia in an armchair. Expensive, and worth it.'],
  }),
  past('Halima Juma', 'Mazda CX-5', { starts: -54, days: 2, ends: 'expired' }),
  past('Lucy Njeri', 'Toyota Premio', { starts: -39, days: 3, ends: 'cancelled' }),
]

/** Every rental of the demo market, in the order in which it is played. */
export const demoBookings: readonly DemoBooking[] = [
  ...pastBookings,
  ...bookingsOfDemoCustomer,
  ...openBookings,
]

/** A car in the workshop for some days. */
export const workshop = {
  car: 'Isuzu D-Max',
  starts: 3,
  days: 3,
  reason: 'New brake pads and a full service',
}
