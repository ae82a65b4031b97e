import { differentPhotos, photoBlob } from './camera.ts'
import { call } from './market.ts'
import { firstAdminToken, type Person } from './people.ts'
import { postForm } from './post-form.ts'

/** A customer sends papers for a booking. */
export async function sendPapersByApi(bookingId: string, { name, token }: Pick<Person, 'name' | 'token'>) {
  const [front, back, identity] = differentPhotos
  await postForm(`/api/booking/${bookingId}/driver`, token, {
    fullName: name,
    birthDate: '1990-05-04',
    licenceNumber: `DL-${Math.floor(1_000_000 + Math.random() * 9_000_000)}`,
    licenceOrigin: 'kenya',
    licenceClass: 'B',
    licenceExpires: '2040-01-31',
    identityKind: 'national_id',
    identityNumber: '12345678',
    licenceFront: photoBlob(front),
    licenceBack: photoBlob(back),
    identityFront: photoBlob(identity),
  })
}

/** Sends the papers of a customer for a booking, and approves them as staff: a customer who is known. */
export async function approveByApi(bookingId: string, customer: Pick<Person, 'name' | 'token'>) {
  await sendPapersByApi(bookingId, customer)
  const staff = { token: await firstAdminToken() }
  const { data } = await call('GET /api/admin/booking/:bookingId/drivers', { params: { bookingId } }, staff)
  for (const driver of data.filter(({ status }) => status === 'submitted'))
    await call('POST /api/admin/driver/:driverId/approve', { params: { driverId: driver._id } }, staff)
}

/** Staff confirms a booking that was paid in cash. */
export async function confirmByApi(bookingId: string) {
  const body = { note: 'Cash', paidBy: 'cash' } as const
  const staff = { token: await firstAdminToken() }
  await call('POST /api/admin/booking/:bookingId/confirm', { params: { bookingId }, body }, staff)
}
