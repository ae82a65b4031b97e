import { photoBlob } from './camera.ts'
import { call, marketAddress } from './market.ts'
import { firstAdminToken, type Person } from './people.ts'

/** A customer sends papers for a booking. */
export async function sendPapersByApi(bookingId: string, { name, token }: Pick<Person, 'name' | 'token'>) {
  const form = new FormData()
  const papers = {
    fullName: name,
    birthDate: '1990-05-04',
    licenceNumber: `DL-${Math.floor(1_000_000 + Math.random() * 9_000_000)}`,
    licenceOrigin: 'kenya',
    licenceClass: 'B',
    licenceExpires: '2040-01-31',
    identityKind: 'national_id',
    identityNumber: '12345678',
  }
  for (const [field, value] of Object.entries(papers)) form.append(field, value)
  for (const field of ['licenceFront', 'licenceBack', 'identityFront'])
    form.append(field, photoBlob(), 'paper.jpg')
  const answer = await fetch(`${marketAddress}/api/booking/${bookingId}/driver`, {
    method: 'POST',
    headers: { token, 'Idempotency-Key': crypto.randomUUID() },
    body: form,
  })
  if (!answer.ok) throw new Error(`The papers were refused: ${await answer.text()}`)
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
