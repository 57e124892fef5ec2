import { orthoVisit } from '@dentin/contract/orthodontic'
import { parseDateTime } from '@dentin/kit'
import { expect, it } from 'vitest'
import { orthoPaper } from './ortho-paper.ts'

type Case = Parameters<typeof orthoPaper>[0]

const caseId = '01a22abb-3641-7283-8a19-3663ee345ca7'
const visit = (day: string, more: object) => ({
  recordId: caseId,
  day,
  visit: orthoVisit.parse({ caseId, ...more }),
})
/** As much of a case as its paper reads. */
const found = {
  caseNo: 'ZJ260301-0001',
  status: 4,
  patientName: '转诊人',
  gender: 1,
  birthDay: '2012-05-06',
  medicalNumber: '20260009',
  clinicName: '望湖路门诊',
  doctorName: '沈医生',
  planName: '拔牙矫治',
  appliance: '固定金属',
  slot: '0.022',
  extraction: '14;24',
  months: 24,
  beganOn: '2026-03-01',
  startDate: '2026-03-20',
  debondDate: null,
  stopReason: '',
  gone: ['14', '24'],
  retainerUpper: '',
  retainerLower: '',
  retentionPlan: '',
  finalRelation: '',
  visits: [
    visit('2026-03-20', { upperWire: { size: '0.014', material: 'NiTi' }, hygiene: '好' }),
    visit('2026-04-24', {
      upperWire: { size: '0.016', material: 'NiTi' },
      elastics: [{ type: 'Ⅱ类', size: '3/16', force: 4.5, teeth: ['13', '46'], hours: 22 }],
      bracketLoss: ['45'],
    }),
  ],
} as unknown as Case
const letterhead = { address: '', phone: '', logo: null, paper: 'a4', notation: 'fdi', pictures: false } as Parameters<
  typeof orthoPaper
>[3]

it('another clinic reads plan, what is in the mouth, the wires with their days, and every visit', () => {
  const now = parseDateTime('2026-04-24 10:00:00')
  const text = JSON.stringify(orthoPaper(found, 'https://clinic.test/verify/1', now, letterhead, 1).definition.content)
  for (const said of [
    '拔牙矫治',
    '14 24',
    '约 24 月',
    '0.014 镍钛（2026-03-20 至 2026-04-24） → 0.016 镍钛（2026-04-24 起）',
    'Ⅱ类 3/16 4.5 oz 13–46',
    '脱落托槽　45',
    '历次复诊　2 次',
    '2026-03-20',
    '卫生好',
  ])
    expect(text).toContain(said)
})
