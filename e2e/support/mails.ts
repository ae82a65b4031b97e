import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { simpleParser } from 'mailparser'
import { call, marketAddress } from './market.ts'
import type { Person } from './people.ts'

type Letter = { file: string; subject: string; text: string }

/** The mails to a person, each read once and in its moment. */
export function mailbox(person: Person) {
  const { email } = person
  const read = new Set<string>()

  async function unread(): Promise<Letter[]> {
    const folder = join(process.env.E2E_FOLDER ?? '', 'data', 'mail')
    const names = (await readdir(folder)).filter((name) => name.endsWith('.eml') && !read.has(name)).sort()
    const letters: Letter[] = []
    for (const file of names) {
      const source = await readFile(join(folder, file), 'utf8')
      if (!source.includes(`To: ${email}`)) continue
      const { subject = '', text = '' } = await simpleParser(source)
      letters.push({ file, subject, text: text.replace(/\s+/g, ' ') })
    }
    return letters
  }

  /** Waits for a mail with this subject; it says all of this, and its links open. */
  async function expectMail(subject: string | RegExp, says: readonly (string | RegExp)[] = []) {
    const isIt = (letter: Letter) =>
      typeof subject === 'string' ? letter.subject === subject : subject.test(letter.subject)
    let found: Letter | undefined
    await expect(async () => {
      const letters = await unread()
      found = letters.find(isIt)
      expect(found?.subject, `one of ${letters.map((one) => one.subject).join(', ')}`).toBeDefined()
    }).toPass()
    if (!found) throw new Error('There is no such mail.')
    read.add(found.file)
    for (const words of says) {
      if (typeof words === 'string') expect(found.text).toContain(words)
      else expect(found.text).toMatch(words)
    }
    for (const address of found.text.match(/https?:\/\/\S+/g) ?? []) {
      const { pathname, search } = new URL(address)
      expect([address, (await fetch(marketAddress + pathname + search)).status]).toEqual([address, 200])
    }
    return found.text
  }

  /** No mail was sent beside those that were read, and none waits to be sent. */
  async function expectNoOther() {
    const { data } = await call('GET /api/user/export', {}, person)
    const written = data.notifications as { channel: string; subject: string }[]
    expect(written.filter(({ channel }) => channel === 'mail').map(({ subject }) => subject)).toHaveLength(
      read.size,
    )
    expect((await unread()).map(({ subject, text }) => `${subject}: ${text}`)).toEqual([])
  }
  return { expectMail, expectNoOther }
}
