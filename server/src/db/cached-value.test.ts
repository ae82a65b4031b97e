import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDeps } from '../start/open-market.ts'
import { addLocation } from '../testing/fleet.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { cachedValue } from './cached-value.ts'
import type { Noun } from './change-feed.ts'

describe('a cached value', () => {
  const NOW = new Date('2026-04-01T09:00:00+03:00')
  const LATER = new Date('2026-04-01T09:01:00+03:00')
  const listeners = new Set<(noun: Noun) => void>()
  let isListening = true
  const changeFeed = {
    on: (listener: (noun: Noun) => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    isListening: () => isListening,
  }
  const change = (noun: Noun) => listeners.forEach((listener) => void listener(noun))
  let stored = 0
  let readings = 0
  beforeEach(() => {
    listeners.clear()
    isListening = true
    stored = 1
    readings = 0
  })
  const readStored = async () => {
    readings += 1
    return stored
  }

  test('is read once, and again after a change of one of its nouns', async () => {
    const get = cachedValue(changeFeed, { nouns: ['cars', 'content'], read: readStored })
    expect([await get(NOW), await get(NOW)]).toEqual([1, 1])
    stored = 2
    change('shop')
    expect([await get(NOW), readings]).toEqual([1, 1])
    change('cars')
    expect([await get(NOW), await get(NOW), readings]).toEqual([2, 2, 2])
    stored = 3
    change('content')
    expect([await get(NOW), readings]).toEqual([3, 3])
  })

  /** Reads that end when the test lets them, with what was stored when they began. */
  function slowReads() {
    const ends: (() => void)[] = []
    const read = async () => {
      const value = await readStored()
      await new Promise<void>((end) => void ends.push(end))
      return value
    }
    const begun = (count: number) => expect.poll(() => ends.length).toBe(count)
    return { read, begun, end: (at: number) => ends[at]?.() }
  }

  test('that changed while it was read is not cached, and whoever asks after the change reads anew', async () => {
    const { read, begun, end } = slowReads()
    const get = cachedValue(changeFeed, { nouns: ['cars'], read })
    const before = [get(NOW), get(NOW)]
    await begun(1)
    stored = 2
    change('cars')
    const after = [get(NOW), get(NOW)]
    await begun(2)
    end(1)
    expect(await Promise.all(after)).toEqual([2, 2])
    end(0)
    expect(await Promise.all(before)).toEqual([1, 1])
    expect([await get(NOW), readings]).toEqual([2, 2])
  })

  test('that changed after its last reading began is read anew by the next who asks', async () => {
    const { read, begun, end } = slowReads()
    const get = cachedValue(changeFeed, { nouns: ['cars'], read })
    const before = get(NOW)
    await begun(1)
    stored = 2
    change('cars')
    end(0)
    expect(await before).toBe(1)
    const after = get(NOW)
    await begun(2)
    end(1)
    expect(await after).toBe(2)
  })

  test('is read each time while no notifications arrive, and not kept from then', async () => {
    const get = cachedValue(changeFeed, { nouns: ['cars'], read: readStored })
    expect(await get(NOW)).toBe(1)
    isListening = false
    stored = 2
    expect([await get(NOW), await get(NOW), readings]).toEqual([2, 2, 3])
    stored = 3
    isListening = true
    // As the change feed does when it is restored.
    change('cars')
    expect([await get(NOW), await get(NOW), readings]).toEqual([3, 3, 4])
  })

  test('is not cached when the notifications stopped while it was read', async () => {
    const { read, begun, end } = slowReads()
    const get = cachedValue(changeFeed, { nouns: ['cars'], read })
    const before = get(NOW)
    await begun(1)
    isListening = false
    end(0)
    expect(await before).toBe(1)
    isListening = true
    stored = 2
    const after = get(NOW)
    await begun(2)
    end(1)
    expect(await after).toBe(2)
  })

  test('that could not be read is read again, and each who waited is refused', async () => {
    let fails = true
    const get = cachedValue(changeFeed, {
      nouns: ['cars'],
      read: async () => {
        await readStored()
        if (fails) throw new Error('away')
        return stored
      },
    })
    const asked = await Promise.allSettled([get(NOW), get(NOW)])
    expect([asked.map(({ status }) => status), readings]).toEqual([['rejected', 'rejected'], 1])
    fails = false
    expect([await get(NOW), await get(NOW), readings]).toEqual([1, 1, 2])
  })

  test('that time has changed is read again, also by who waited for it at a later time', async () => {
    const isValid = ({ readAt }: { readAt: Date }, now: Date) => now.getTime() === readAt.getTime()
    const get = cachedValue(changeFeed, { nouns: ['cars'], read: readStored, isValid })
    expect(await Promise.all([get(NOW), get(NOW), get(LATER)])).toEqual([1, 1, 1])
    expect(readings).toBe(2)
    stored = 2
    expect([await get(LATER), await get(NOW), await get(NOW), readings]).toEqual([1, 2, 2, 3])
  })
})

describe('in two processes', () => {
  let market: TestMarket
  beforeAll(async () => {
    market = await openTestMarket()
  })
  afterAll(() => market.close())

  test('a value that one has cached is read anew after a change that the other committed', async () => {
    const { config, connection, logger, clock } = market.deps
    const other = await createDeps({ config, connection, logger, clock })
    const read = async () => {
      const rows = await market.db.selectFrom('locations').select('name').orderBy('name').execute()
      return rows.map(({ name }) => name)
    }
    const here = cachedValue(market.deps.changeFeed, { nouns: ['content'], read })
    const there = cachedValue(other.deps.changeFeed, { nouns: ['content'], read })
    const namesOf = (get: typeof here) => get(clock.now())
    expect(await Promise.all([here, there].map(namesOf))).toEqual([[], []])
    for (const names of [['Kisumu'], ['Kisumu', 'Mombasa']]) {
      await addLocation(other.deps.db, names.at(-1) ?? '')
      for (const get of [here, there]) await expect.poll(() => namesOf(get), { interval: 5 }).toEqual(names)
    }
    await other.close()
  })
})
