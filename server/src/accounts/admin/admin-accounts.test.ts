import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, type Person } from '../../testing/people.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'

let market: TestMarket
let staff: Person
let admin: Person
beforeAll(async () => {
  market = await openTestMarket()
  staff = await market.signUp({ role: 'staff', name: 'Mercy Achieng' })
  admin = await market.signUp({ role: 'admin', name: 'Joseph Kariuki' })
})
afterAll(() => market.close())

const find = async (search: string, more: Record<string, unknown> = {}) =>
  (await market.call('GET /api/admin/people', { query: { search, ...more } }, staff)).data
const see = async ({ accountId }: Person) =>
  (await market.call('GET /api/admin/person/:accountId', { params: { accountId } }, staff)).data
const ban = ({ accountId }: Person, by: Person, reason = 'Fake listings') =>
  market.call('POST /api/admin/person/:accountId/ban', { params: { accountId }, body: { reason } }, by)
const unban = ({ accountId }: Person, by: Person) =>
  market.call(
    'POST /api/admin/person/:accountId/unban',
    { params: { accountId }, body: { reason: 'A mistake' } },
    by,
  )
const changeAccountRole = ({ accountId }: Person, role: 'user' | 'staff' | 'admin', by: Person) =>
  market.call('POST /api/admin/person/:accountId/role', { params: { accountId }, body: { role } }, by)
const logOut = ({ accountId }: Person, by: Person) =>
  market.call('POST /api/admin/person/:accountId/log-out', { params: { accountId } }, by)
const me = (person: Person) => market.call('GET /api/user/me', {}, person)
const OUT = { status: 401 }
const FORBIDDEN = { status: 403, code: 'forbidden' }

describe('finding people', () => {
  test('by a part of the name, by email, and by a phone number however it is written', async () => {
    const person = await market.signUp({ name: 'Chebet Rotich' })
    await market.call(
      'POST /api/user/update',
      { body: { phone: '0722 918 273', password: PASSWORD } },
      person,
    )
    for (const words of ['chebet', 'rot che', person.email, '0722918273', '+254 722 918 273', '918 273']) {
      expect(
        (await find(words)).map(({ _id }) => _id),
        words,
      ).toEqual([person.accountId])
    }
    expect(await find('0722918274')).toEqual([])
    expect(await find('%')).toEqual([])
  })

  test('by role and by whether they are banned, page by page', async () => {
    const [first, second] = [
      await market.signUp({ name: 'Zuhura Ali' }),
      await market.signUp({ name: 'Zuhura Omar' }),
    ]
    await ban(first, staff)
    expect(await find('zuhura', { state: 'banned' })).toMatchObject([{ _id: first.accountId }])
    expect(await find('zuhura', { state: 'open' })).toMatchObject([{ _id: second.accountId }])
    expect(await find('zuhura', { limit: 1, page: 2 })).toMatchObject([{ _id: first.accountId }])
    expect(await find('mercy', { role: 'staff' })).toHaveLength(1)
    expect(await find('mercy', { role: 'user' })).toEqual([])
  })
})

describe('a ban', () => {
  test('puts the person out at the next request, and says why to staff and to the audit log', async () => {
    const person = await market.signUp()
    await me(person)
    await ban(person, staff, 'Asks for deposits')
    await expect(me(person)).rejects.toMatchObject(OUT)
    const { bannedAt, notes } = await see(person)
    expect(bannedAt).not.toBeNull()
    expect(notes).toMatchObject([{ what: 'ban', note: 'Asks for deposits', by: 'Mercy Achieng' }])
    const audit = await market.call(
      'GET /api/admin/audit',
      { query: { subject: 'accounts', subjectId: person.accountId } },
      admin,
    )
    expect(audit.data).toMatchObject([{ reason: 'Asks for deposits', before: { banned_at: null } }])
  })

  test('can be taken back; what was signed in before stays out', async () => {
    const person = await market.signUp()
    await ban(person, staff)
    const { data } = await unban(person, staff)
    expect(data).toMatchObject({ bannedAt: null, notes: [{ what: 'unban' }, { what: 'ban' }] })
    await expect(me(person)).rejects.toMatchObject(OUT)
  })

  test('of those who work here is the admin’s alone, and of oneself nobody’s', async () => {
    const colleague = await market.signUp({ role: 'staff' })
    await expect(ban(colleague, staff)).rejects.toMatchObject(FORBIDDEN)
    await expect(logOut(colleague, staff)).rejects.toMatchObject(FORBIDDEN)
    await expect(ban(admin, staff)).rejects.toMatchObject(FORBIDDEN)
    await expect(ban(staff, staff)).rejects.toMatchObject(FORBIDDEN)
    await expect(ban(admin, admin)).rejects.toMatchObject(FORBIDDEN)
    await ban(colleague, admin)
    await expect(unban(colleague, staff)).rejects.toMatchObject(FORBIDDEN)
    await unban(colleague, admin)
  })

  test('by two at once is one', async () => {
    const person = await market.signUp()
    await Promise.all([ban(person, staff), ban(person, admin), ban(person, staff)])
    expect((await see(person)).notes).toHaveLength(1)
  })

  test('needs a reason and a person', async () => {
    const person = await market.signUp()
    await expect(ban(person, staff, '  ')).rejects.toMatchObject({ message: 'Please give a reason' })
    const nobody = { ...person, accountId: '0190d3b4-0000-7000-8000-000000000000' }
    await expect(ban(nobody, staff)).rejects.toMatchObject({ status: 404 })
  })
})

describe('a role', () => {
  test('is the admin’s to give; the person signs in again and then may do more', async () => {
    const person = await market.signUp()
    await expect(changeAccountRole(person, 'staff', staff)).rejects.toMatchObject(FORBIDDEN)
    const { data } = await changeAccountRole(person, 'staff', admin)
    expect(data).toMatchObject({
      role: 'staff',
      notes: [{ what: 'role', note: 'Customer → Staff (No further rights)' }],
    })
    await expect(me(person)).rejects.toMatchObject(OUT)
  })

  test('is not given to who is banned', async () => {
    const person = await market.signUp()
    await ban(person, staff)
    await expect(changeAccountRole(person, 'staff', admin)).rejects.toMatchObject({
      code: 'account_wrong_state',
    })
  })

  test('of the last admin stays, also when two take each other’s at once', async () => {
    const alone = await openTestMarket()
    try {
      for (let round = 0; round < 5; round += 1) {
        const [one, two] = [await alone.signUp({ role: 'admin' }), await alone.signUp({ role: 'admin' })]
        const take = (person: Person, by: Person) =>
          alone.call(
            'POST /api/admin/person/:accountId/role',
            { params: { accountId: person.accountId }, body: { role: 'user' } },
            by,
          )
        await Promise.allSettled([take(one, two), take(two, one)])
        const left = await alone.db.selectFrom('accounts').select('id').where('role', '=', 'admin').execute()
        expect(left).toHaveLength(1)
        const last = left[0]?.id === one.accountId ? one : two
        await expect(take(last, last)).rejects.toMatchObject({ code: 'last_admin' })
        await alone.db.updateTable('accounts').set({ role: 'user', rights: [] }).execute()
      }
    } finally {
      await alone.close()
    }
  })
})

describe('what staff keeps of a person', () => {
  test('notes, and logging out every device, are told to staff, the newest first', async () => {
    const person = await market.signUp()
    const params = { accountId: person.accountId }
    await market.call(
      'POST /api/admin/person/:accountId/note',
      { params, body: { note: 'Prefers calls' } },
      staff,
    )
    await logOut(person, staff)
    await expect(me(person)).rejects.toMatchObject(OUT)
    expect((await see(person)).notes).toMatchObject([
      { what: 'log-out', by: 'Mercy Achieng' },
      { what: 'note', note: 'Prefers calls' },
    ])
  })
})
