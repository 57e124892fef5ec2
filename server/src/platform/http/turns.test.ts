import { setTimeout as sleep } from 'node:timers/promises'
import { contract } from '@dentin/contract'
import { describe, expect, it } from 'vitest'
import { Turns, turnsOf } from './turns.ts'

/** Requests that end when they are told to, and which of them have begun. */
function requests(turns: Turns) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const ask = (id: string, names: readonly string[], fails = false) =>
    turns.take(names, async () => {
      begun.push(id)
      await new Promise<void>((resolve) => ends.set(id, resolve))
      if (fails) throw new Error(id)
      return id
    })
  const end = async (id: string) => {
    ends.get(id)?.()
    await sleep(0)
  }
  return { begun, ask, end }
}

describe('requests for one thing take turns', () => {
  it('a few are at work, and the rest come in the order of their arrival', async () => {
    const { begun, ask, end } = requests(new Turns())
    const all = ['a', 'b', 'c', 'd', 'e'].map((id) => ask(id, ['card']))
    await sleep(0)
    expect(begun).toEqual(['a', 'b', 'c'])
    await end('b')
    expect(begun).toEqual(['a', 'b', 'c', 'd'])
    await end('a')
    expect(begun).toEqual(['a', 'b', 'c', 'd', 'e'])
    for (const id of ['c', 'd', 'e']) await end(id)
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('requests for something else, or for nothing, wait for nobody', async () => {
    const { begun, ask } = requests(new Turns())
    for (const id of ['a', 'b', 'c', 'd']) void ask(id, ['card'])
    void ask('other', ['another card'])
    void ask('none', [])
    await sleep(0)
    expect(begun.sort()).toEqual(['a', 'b', 'c', 'none', 'other'])
  })

  it('one that fails gives its place on', async () => {
    const { begun, ask, end } = requests(new Turns())
    const failing = ask('a', ['card'], true)
    for (const id of ['b', 'c', 'd']) void ask(id, ['card'])
    const told = expect(failing).rejects.toThrow('a')
    await sleep(0)
    await end('a')
    await told
    expect(begun).toEqual(['a', 'b', 'c', 'd'])
  })

  it('two that name two things in either order do not wait for each other', async () => {
    const turns = new Turns()
    const work = () => sleep(1)
    const pairs = Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? ['x', 'y'] : ['y', 'x']))
    await Promise.all(pairs.map((names) => turns.take(names, work)))
  })
})

describe('what a request takes turns for', () => {
  it('the cards of its payments', () => {
    const body = { payments: [{ cardId: 'x' }, { amount: '1.00' }, { cardId: 'y' }] }
    expect(turnsOf(contract.billing.charge, body)).toEqual(['x', 'y'])
    expect(turnsOf(contract.billing.repay, body)).toEqual(['x', 'y'])
    expect(turnsOf(contract.billing.save, body)).toEqual([])
  })

  it('nothing of a body that is none', () => {
    for (const body of [undefined, null, 'x', [], {}, { payments: 'x' }, { payments: [null, 3, { cardId: 7 }] }])
      expect(turnsOf(contract.billing.charge, body)).toEqual([])
  })
})
