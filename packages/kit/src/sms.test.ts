import { describe, expect, it } from 'vitest'
import { formatDateTime, parseDateTime } from './datetime.ts'
import { fillSms, smsBody, smsContentProblem, smsCount, smsDueAt, smsText, smsVariables } from './sms.ts'

describe('what a message is billed as', () => {
  it.each([
    [1, 1],
    [70, 1],
    [71, 2],
    [72, 2],
    [134, 2],
    [135, 3],
    [201, 3],
    [202, 4],
  ])('%i characters with the signature are %i', (length, count) => {
    const sign = '牙本口腔'
    const text = smsText(sign, '字'.repeat(Math.max(0, length - 6)))
    expect(smsCount(text.slice(0, length).padEnd(length, '字'))).toBe(count)
  })

  it('S28: 72 characters with the signature are 2', () => {
    const text = smsText('牙本口腔', '约'.repeat(66))
    expect(text).toHaveLength(72)
    expect(smsCount(text)).toBe(2)
  })
})

describe('a template', () => {
  it('leaves open only what is known', () => {
    expect(smsContentProblem('{姓名}您好，{门诊}提醒您{时间}就诊')).toBeNull()
    expect(smsContentProblem('{客户}您好')).toBe('没有「{客户}」这个变量')
    expect(smsContentProblem('您好{姓名')).toBe('花括号要成对，里面写变量名')
    expect(smsContentProblem('【牙本】您好')).toBe('内容里不要写【】，签名会自动加在最前面')
  })
  it('is filled in, and what has no value stays to be seen', () => {
    expect(fillSms('{姓名}您好，{时间}见，{姓名}', { 姓名: '许明' })).toBe('许明您好，{时间}见，许明')
    expect(smsVariables('{姓名}{时间}{姓名}{无}')).toEqual(['姓名', '时间'])
  })
  it('of marketing ends with the way out, once', () => {
    expect(smsBody(2, '洁牙周')).toBe('洁牙周拒收请回复R')
    expect(smsBody(2, '洁牙周拒收请回复R')).toBe('洁牙周拒收请回复R')
    expect(smsBody(1, '洁牙周')).toBe('洁牙周')
  })
})

describe('when a message may leave', () => {
  it.each([
    ['2026-11-20 20:59:59', '2026-11-20 20:59:59'],
    ['2026-11-20 21:00:00', '2026-11-21 08:00:00'],
    ['2026-11-21 00:30:00', '2026-11-21 08:00:00'],
    ['2026-11-21 07:59:59', '2026-11-21 08:00:00'],
    ['2026-11-21 08:00:00', '2026-11-21 08:00:00'],
  ])('marketing at %s leaves at %s', (now, due) => {
    expect(formatDateTime(smsDueAt(2, parseDateTime(now)))).toBe(due)
  })
  it('a notice leaves at once', () => {
    const night = parseDateTime('2026-11-20 23:00:00')
    expect(smsDueAt(1, night)).toEqual(night)
    const hours = { from: 9 * 60, to: 18 * 60 }
    const held = (at: string) => formatDateTime(smsDueAt(2, parseDateTime(at), hours))
    expect(held('2026-11-20 08:30:00')).toBe('2026-11-20 09:00:00')
    expect(held('2026-11-20 17:59:00')).toBe('2026-11-20 17:59:00')
    expect(held('2026-11-20 18:00:00')).toBe('2026-11-21 09:00:00')
  })
})
