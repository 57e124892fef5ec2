import { planLineStates } from '@dentin/contract/treatment-plan'
import { describe, expect, it } from 'vitest'
import type { OpenLine } from '../../domain/plan-lines.ts'
import { emptyRow } from './model.ts'
import { offeredAt, plannedFor, unusedLines, withPlanned } from './planned.ts'

const open = (id: string, tariffId: string, teeth: string, more: Partial<OpenLine['line']> = {}): OpenLine => ({
  planId: 'p',
  planNo: 'FA261120-0001',
  title: '修复',
  phaseName: '冠修复',
  discountPercent: 100,
  line: {
    id,
    tariffId,
    teeth,
    name: tariffId,
    unit: '颗',
    outcome: null,
    qty: 1,
    phase: 1,
    price: '100.00',
    listPrice: '100.00',
    canDiscount: true,
    originalAmount: '100.00',
    discountAmount: '0.00',
    amount: '100.00',
    minutes: null,
    status: planLineStates.code.planned,
    cancelledReason: '',
    appointment: null,
    record: null,
    bill: null,
    ...more,
  },
})
const lines = [open('a', 'crown', '36'), open('b', 'crown', '46'), open('c', 'film', '')]

describe('what a treatment does of a plan', () => {
  it('is the same item on the same teeth, surfaces aside', () => {
    expect(plannedFor(lines, 'crown', '46:MO')?.line.id).toBe('b')
    expect(plannedFor(lines, 'crown', '36;37')?.line.id).toBe('a')
    expect(plannedFor(lines, 'crown', '16')).toBeUndefined()
    expect(plannedFor(lines, 'crown', '')).toBeUndefined()
    expect(plannedFor(lines, 'film', '16')?.line.id).toBe('c')
    expect(plannedFor(lines, 'filling', '36')).toBeUndefined()
  })
  it('is offered where its teeth are, once', () => {
    expect(offeredAt(lines, '46').map(({ line }) => line.id)).toEqual(['b', 'c'])
    expect(offeredAt(lines, '').map(({ line }) => line.id)).toEqual(['a', 'b', 'c'])
    const row = withPlanned(emptyRow('treatments'), lines[0] as OpenLine)
    expect(row).toMatchObject({ teeth: '36', tariffs: [{ tariffId: 'crown', qty: 1, planLineId: 'a' }] })
    expect(unusedLines(lines, [row]).map(({ line }) => line.id)).toEqual(['b', 'c'])
  })
  it('is offered no more once a signed record says it is done', () => {
    const done = open('d', 'crown', '11', { record: { id: 'r', visitTime: '2026-11-20 09:00:00' } })
    expect(unusedLines([done], [])).toEqual([])
  })
})
