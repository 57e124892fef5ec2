import type { ChartEntry } from '@dentin/clinical/mouth'
import type { ToothConditionId, ToothMarkStatus } from '@dentin/clinical/tooth-conditions'
import { parseDateTime } from '@dentin/kit/datetime'
import { describe, expect, it } from 'vitest'
import {
  changesOn,
  laterKnown,
  marksOn,
  stopsOf,
  storyOf,
  summaryOf,
  toothYears,
  type Stop,
  type ToothVisit,
} from './history.ts'

const at = (day: string) => parseDateTime(`${day} 10:00:00`).getTime()
let serial = 0
/** '36 filling/external O' of a visit, known from its day on unless said otherwise. */
function entry(day: string, words: string, known: { from?: string; to?: string; record?: string } = {}): ChartEntry {
  const [tooth = '', what = '', surfaces = ''] = words.split(' ')
  const [condition, status = 'present'] = what.split('/') as [ToothConditionId, ToothMarkStatus?]
  serial += 1
  return {
    id: String(serial),
    tooth,
    surfaces,
    condition,
    status,
    detail: '',
    groupId: null,
    recordId: known.record ?? `r-${day}`,
    visitAt: at(day),
    signedAt: at(day),
    place: serial,
    knownFrom: at(known.from ?? day),
    knownTo: known.to === undefined ? null : at(known.to),
  }
}
const words = (list: readonly { tooth: string; condition: string; surfaces: string }[]) =>
  list.map(({ tooth, condition, surfaces }) => `${tooth} ${condition} ${surfaces}`.trim()).sort()

describe('a mouth through time', () => {
  // The visit of March was amended in May: a caries was added, a crack taken back. In June the caries was filled.
  const mouth = [
    entry('2024-03-04', '36 caries O', { from: '2024-05-02' }),
    entry('2024-03-04', '11 crack', { to: '2024-05-02' }),
    entry('2024-03-04', '46 crown/external'),
    entry('2024-06-01', '36 filling/completed O'),
  ]

  it('tells what was so on a day from what was known then', () => {
    expect(words(marksOn(mouth, '2024-03-04', 'day'))).toEqual(['36 caries O', '46 crown'])
    expect(words(marksOn(mouth, '2024-03-04', 'known'))).toEqual(['11 crack', '46 crown'])
    expect(words(marksOn(mouth, '2024-06-01', 'known'))).toEqual(words(marksOn(mouth, '2024-06-01', 'day')))
    expect(laterKnown(mouth, '2024-03-04')).toEqual({ added: 1, takenBack: 1 })
    expect(laterKnown(mouth, '2024-06-01')).toEqual({ added: 0, takenBack: 0 })
  })

  it('lists the changes of a day, what was added later, and what a work took the place of', () => {
    expect(stopsOf(mouth, 'day').map(({ key }) => key)).toEqual(['2024-03-04', '2024-06-01'])
    expect(changesOn(mouth, '2024-03-04', 'day').map(({ tooth, text, addedOn }) => [tooth, text, addedOn])).toEqual([
      ['36', '龋 𬌗面', '2024-05-02'],
      ['46', '外院 冠', null],
    ])
    expect(changesOn(mouth, '2024-03-04', 'known').map(({ tooth, takenBackOn }) => [tooth, takenBackOn])).toEqual([
      ['11', '2024-05-02'],
      ['46', null],
    ])
    expect(changesOn(mouth, '2024-06-01', 'day')).toMatchObject([{ text: '充填体 𬌗面', instead: '龋 𬌗面' }])
  })

  it('stops where something became known, was signed late or taken back, as far as it was known then', () => {
    const stops = stopsOf(mouth, 'known')
    expect(stops.map(({ key }) => key)).toEqual(['2024-03-04', '2024-05-02', '2024-06-01'])
    const amended = changesOn(mouth, stops[1] as Stop, 'known')
    expect(amended.map(({ tooth, of, addedOn, takenBackOn }) => [tooth, of, addedOn, takenBackOn])).toEqual([
      ['11', '2024-03-04', null, '2024-05-02'],
      ['36', '2024-03-04', '2024-05-02', null],
    ])
    expect(words(marksOn(mouth, stops[1] as Stop, 'known'))).toEqual(['36 caries O', '46 crown'])
    // Signed two days after its visit: nobody knew of it on the day.
    const late = [entry('2024-03-04', '36 caries O', { from: '2024-03-06' })]
    expect(stopsOf(late, 'known').map(({ key }) => key)).toEqual(['2024-03-06'])
    expect(stopsOf(late, 'day').map(({ key }) => key)).toEqual(['2024-03-04'])
    // Deleted later: the deletion is a stop of what was known, and none of what was so.
    const deleted = [entry('2024-03-04', '36 caries O', { to: '2024-04-01' })]
    expect(stopsOf(deleted, 'known').map(({ key }) => key)).toEqual(['2024-03-04', '2024-04-01'])
    expect(stopsOf(deleted, 'day')).toEqual([])
  })

  it('stops twice on a day of two visits', () => {
    const noon = parseDateTime('2024-03-04 15:30:00').getTime()
    const two = [
      entry('2024-03-04', '36 caries O'),
      {
        ...entry('2024-03-04', '36 filling/completed O', { record: 'r2' }),
        visitAt: noon,
        signedAt: noon,
        knownFrom: noon,
      },
    ]
    for (const question of ['day', 'known'] as const) {
      const [first, second, ...more] = stopsOf(two, question)
      expect([first?.key, second?.key, more]).toEqual(['2024-03-04 10:00', '2024-03-04 15:30', []])
      expect(words(marksOn(two, first as Stop, question))).toEqual(['36 caries O'])
      expect(words(marksOn(two, second as Stop, question))).toEqual(['36 filling O'])
      expect(changesOn(two, first as Stop, question).map(({ text }) => text)).toEqual(['龋 𬌗面'])
      expect(changesOn(two, second as Stop, question).map(({ text }) => text)).toEqual(['充填体 𬌗面'])
    }
  })

  it('tooth-year-tables: shows this year and the nine before it, tooth by tooth', () => {
    const long = [...mouth, entry('2017-01-02', '18 missing'), entry('2016-12-30', '28 missing')]
    const { years, rows } = toothYears(long, [], '2026-11-20')
    expect(years).toEqual([2017, 2018, 2019, 2020, 2021, 2022, 2023, 2024, 2025, 2026])
    expect(rows.map(({ tooth }) => tooth)).toEqual(['18', '36', '46'])
    const of36 = rows[1]?.years.map((own) => own.map(({ text, recordId }) => `${text} ${recordId}`))
    expect(of36?.[7]).toEqual(['龋 𬌗面 r-2024-03-04', '充填体 𬌗面 r-2024-06-01'])
    expect(of36?.filter((own) => own.length > 0)).toHaveLength(1)
  })

  it('tooth-year-tables: shows diagnoses and treatments that a record writes on teeth though nothing was charted', () => {
    const visit = (day: string, lines: ToothVisit['lines']): ToothVisit => ({
      id: `r-${day}`,
      recordNo: 'BL1',
      visitTime: `${day} 10:00:00`,
      doctorName: '许明哲',
      clinicName: '望湖路',
      status: 2,
      amended: [],
      lines,
    })
    const records = [
      visit('2025-02-01', [
        { section: 'diagnoses', teeth: '36:O;37', text: '牙本质龋' },
        { section: 'treatments', teeth: '36', text: '去腐，树脂充填' },
        { section: 'treatments', teeth: 'FM', text: '全口洁治' },
        { section: 'exams', teeth: '11', text: '叩诊（−）' },
        { section: 'plans', teeth: '11', text: '观察' },
      ]),
      visit('2024-06-01', [{ section: 'treatments', teeth: '36', text: '充填体 𬌗面' }]),
    ]
    const { rows } = toothYears(mouth, records, '2026-11-20')
    expect(rows.map(({ tooth }) => tooth)).toEqual(['36', '37', '46'])
    const said = (tooth: string) =>
      rows
        .find((row) => row.tooth === tooth)
        ?.years.flat()
        .map(({ text, layer, recordId }) => `${layer} ${text} ${recordId}`)
    expect(said('36')).toEqual([
      'finding 龋 𬌗面 r-2024-03-04',
      'existing 充填体 𬌗面 r-2024-06-01',
      'finding 牙本质龋 𬌗面 r-2025-02-01',
      'existing 去腐，树脂充填 r-2025-02-01',
    ])
    expect(said('37')).toEqual(['finding 牙本质龋 r-2025-02-01'])
    expect(toothYears([], records, '2026-11-20').rows.map(({ tooth }) => tooth)).toEqual(['36', '37'])
  })

  it('says why something was taken off', () => {
    const day = '2024-03-04'
    const entries = [entry('2020-01-01', '46 crown'), { ...entry(day, '46 crown/removed'), reason: '松脱' }]
    expect(changesOn(entries, day, 'day')).toMatchObject([{ text: '拆除 冠（松脱）', instead: '冠' }])
  })

  it('says of a mouth what stands, findings first', () => {
    expect(
      summaryOf([
        { tooth: '48', condition: 'missing', surfaces: '', status: 'present' },
        { tooth: '18', condition: 'missing', surfaces: '', status: 'present' },
        { tooth: '12', condition: 'congenitally_missing', surfaces: '', status: 'present' },
        { tooth: '36', condition: 'crown', surfaces: '', status: 'planned' },
        { tooth: '26', condition: 'caries', surfaces: 'O', status: 'present' },
      ]).map(({ name, teeth }) => `${name} ${teeth.join('、')}`),
    ).toEqual(['龋 26', '计划 冠 36', '缺失 18、48', '先天缺失 12'])
  })

  it('tells the story of one tooth from every record that names it', () => {
    const visit = {
      id: 'r1',
      recordNo: 'BL1',
      visitTime: '2024-03-04 10:00:00',
      doctorName: '许明哲',
      clinicName: '望湖路',
      status: 2,
      amended: [],
      lines: [
        { section: 'exams' as const, teeth: '36:O;37', text: '𬌗面深龋' },
        { section: 'treatments' as const, teeth: '16', text: '洁治' },
      ],
    }
    const history = { birthDay: null, records: [visit], entries: [] }
    expect(storyOf(history, '36').map(({ lines, layer }) => [lines, layer])).toEqual([[['𬌗面深龋'], null]])
    expect(storyOf(history, '11')).toEqual([])
  })
})
