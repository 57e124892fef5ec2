import { recordContent } from '@dentin/contract/record'
import { describe, expect, it } from 'vitest'
import { mostPasted, ownPasteRate, pasteRate } from './paste-rate.ts'

const record = (presentIllness: string, exam = '') =>
  recordContent.parse({ presentIllness, exams: [{ teeth: '46', content: exam }] })

const TEXT = '三天前起夜间自发痛，冷热刺激加重，向耳颞部放射，自服止痛药后略缓解，未就诊治疗。今求诊，要求保留患牙。'

describe('the paste rate', () => {
  it('is 1 for the same text, whatever its spaces, punctuation and width', () => {
    expect(pasteRate(record(TEXT), record(TEXT))).toBe(1)
    const spaced = TEXT.replaceAll('，', ', ').replaceAll('。', '；')
    expect(pasteRate(record(spaced), record(TEXT))).toBe(1)
    expect(pasteRate(record('ＡＢ１２'.repeat(12)), record('AB12'.repeat(12)))).toBe(1)
  })
  it('stays above 80 % when a character is changed, added or taken away', () => {
    expect(pasteRate(record(TEXT.replace('三天', '四天')), record(TEXT))).toBeGreaterThan(0.9)
    expect(pasteRate(record(`${TEXT}好`), record(TEXT))).toBeGreaterThan(0.9)
    expect(pasteRate(record(TEXT.replace('略', '')), record(TEXT))).toBeGreaterThan(0.8)
  })
  it('counts the share of the own text: half of it new is half', () => {
    const own = '今日复诊诉咬合痛消失可以正常进食近一周无自发痛夜间痛冷热刺激不敏感牙龈无红肿瘘道闭合'
    const mixed = record(TEXT, own)
    const rate = pasteRate(mixed, record(TEXT))
    expect(rate).toBeGreaterThan(0.4)
    expect(rate).toBeLessThan(0.6)
  })
  it('is found where sentences moved to another section', () => {
    const moved = recordContent.parse({ presentIllness: '', treatments: [{ teeth: '46', content: TEXT }] })
    expect(pasteRate(moved, record(TEXT))).toBe(1)
  })
  it('says nothing of a text under 40 characters', () => {
    const [short, enough] = ['一二三四五六七八九十'.repeat(4).slice(0, 39), '一二三四五六七八九十'.repeat(4)]
    expect(pasteRate(record(short), record(short))).toBe(0)
    expect(pasteRate(record(enough), record(enough))).toBe(1)
  })
  it('is that of the earlier record which is most alike', () => {
    expect(mostPasted(record(TEXT), [record('别的'), record(TEXT)])).toEqual({ rate: 1, ago: 1 })
    expect(mostPasted(record(TEXT), [])).toEqual({ rate: 0, ago: 0 })
  })
})

describe('the paste rate against other patients', () => {
  const OWN = '诉左侧咀嚼时偶有酸软感，已持续半月，未曾用药，既往该牙做过充填，无夜间痛及自发痛，饮食如常。'
  it('leaves out what the templates say: two records of one template are not copied', () => {
    const template = record(TEXT)
    expect(ownPasteRate(record(TEXT), record(TEXT), [template])).toBe(0)
    expect(ownPasteRate(record(TEXT), record(TEXT), [])).toBe(1)
  })
  it('finds the own words of another patient beside them', () => {
    expect(ownPasteRate(record(TEXT, OWN), record(TEXT, OWN), [record(TEXT)])).toBe(1)
    expect(ownPasteRate(record(TEXT, OWN), record(TEXT), [record(TEXT)])).toBe(0)
  })
})
