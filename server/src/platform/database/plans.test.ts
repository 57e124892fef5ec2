import { describe, expect, it } from 'vitest'
import { Growth } from './plans.ts'

describe('plans are made anew', () => {
  it('when two hundred rows have come, and again at twice as many', () => {
    const growth = new Growth()
    expect([growth.add(150), growth.add(49), growth.add(1), growth.add(199), growth.add(1)]).toEqual([
      false,
      false,
      true,
      false,
      true,
    ])
    expect(growth.generation).toBe(2)
  })

  it('when a table has doubled by rows that others wrote, not when it was found large', () => {
    const growth = new Growth()
    const see = (patient: number, audit: number) => {
      growth.see([
        { name: 'patient', pages: patient },
        { name: 'audit_2026_11', pages: audit },
      ])
      return growth.generation
    }
    expect(see(500, 3)).toBe(0)
    expect(see(900, 15), 'less than twice as large, or small').toBe(0)
    expect(see(1000, 15)).toBe(1)
    expect(see(1900, 15), 'measured from the last growth').toBe(1)
    expect(see(2000, 16)).toBe(2)
    expect(see(2001, 31)).toBe(2)
  })

  it('when a table appears that was not there', () => {
    const growth = new Growth()
    growth.see([{ name: 'patient', pages: 1 }])
    growth.see([
      { name: 'patient', pages: 1 },
      { name: 'audit_2026_12', pages: 20 },
    ])
    expect(growth.generation).toBe(1)
  })
})
