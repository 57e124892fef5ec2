import { recordContent } from '@dentin/contract/record'
import { inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { renderPdf } from '../../platform/pdf/pdf.ts'
import type { PrintedRecord } from '../record/index.ts'
import { recordPaper } from './record-paper.ts'

const at = new Date('2026-11-20T02:42:00Z')
/** A record of so many lines of complaint, eighteen findings and so many treatments. */
const sheetOf = (lines: number, treatments: number): PrintedRecord => ({
  id: 'r',
  recordNo: 'BL261120-0001',
  status: 2,
  version: 1,
  visitTime: at,
  patientName: '王镕堃',
  doctorName: '许明哲',
  countersignedName: null,
  countersignedAt: null,
  signTime: at,
  recordType: 1,
  deptName: '牙体牙髓科',
  clinicId: 'c',
  clinicName: '望湖路门诊',
  clinicPhone: '0571-88112046',
  clinicAddress: '望湖路 118 号',
  patientId: 'p',
  gender: 1,
  birthDay: '1992-03-04',
  medicalNumber: '20260001',
  treatmentId: null,
  registrationId: null,
  doctorId: 'd',
  visitKind: 1,
  content: recordContent.parse({
    chiefComplaint: Array.from({ length: lines }, () => '右上后牙咬物痛。').join('\n'),
    exams: Array.from({ length: 18 }, () => ({ teeth: '36', content: '𬌗面深龋，探(+)，叩(+)。' })),
    treatments: Array.from({ length: treatments }, () => ({ teeth: '36', content: '去腐，充填。', tariffs: [] })),
  }),
  tariffs: [],
  signDoctorName: '许明哲',
  versionNo: 1,
  required: [],
  intact: true,
  mouth: [],
  sealedAt: null,
  origin: 'visit',
  originReason: '',
  consents: [],
  next: { doctorName: null, itemNames: [] },
  printedAt: at,
  printCount: 1,
})

/** Of each page how many upright arms of tooth crosses it has: two belong to each cross. */
async function armsByPage(sheet: PrintedRecord): Promise<number[]> {
  const letterhead = { logo: null, notation: 'cross' as const }
  const verifyUrl = 'https://clinic.example/verify/ABCDEFGHJKMNPQRS'
  const pdf = await renderPdf(
    recordPaper({ sheet, mouth: null, paper: '16k', letterhead, verifyUrl, amendedAt: null, hands: {} }),
  )
  const pages: string[] = []
  for (let from = pdf.indexOf('stream\n'); from >= 0; from = pdf.indexOf('stream\n', from + 7)) {
    try {
      const text = inflateSync(pdf.subarray(from + 7)).toString('latin1')
      if (text.includes('BT')) pages.push(text)
    } catch {
      // A font is packed in its own way.
    }
  }
  return pages.map((page) =>
    [...page.matchAll(/([\d.]+) ([\d.]+) m\s+([\d.]+) ([\d.]+) l\n/g)].reduce(
      (sum, [, x1, y1, x2, y2]) => sum + (x1 === x2 && y1 !== y2 ? 1 : 0),
      0,
    ),
  )
}

describe('the end of a page', () => {
  it('tears no tooth cross, wherever the page ends', async () => {
    for (const lines of [1, 2, 3, 4]) {
      const arms = await armsByPage(sheetOf(lines, 4))
      expect(arms.length).toBeGreaterThan(1)
      expect(arms.reduce((sum, each) => sum + each, 0)).toBe(2 * 22)
      expect(arms.map((each) => each % 2)).toEqual(arms.map(() => 0))
    }
  })
  it('leaves the signatures alone on no page', async () => {
    for (let treatments = 1; treatments <= 6; treatments += 1) {
      const arms = await armsByPage(sheetOf(1, treatments))
      expect(arms.at(-1)).toBeGreaterThan(0)
    }
  })
})
