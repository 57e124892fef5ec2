import { formatDateTime } from '@dentin/kit'
import type { Content, TableCell } from 'pdfmake'
import { framed } from '../../platform/pdf/frame.ts'
import type { PdfSource } from '../../platform/pdf/pdf.ts'
import type { PrintedRecord, RecordToSeal } from '../record/index.ts'
import { personWords } from './words.ts'

export interface Cover {
  gathered: { person: PrintedRecord; records: readonly RecordToSeal[] }
  sealNo: string
  reason: string
  witnesses: readonly { name: string; relation: string; idTail: string }[]
  files: readonly { name: string; bytes: number; sha256: string }[]
  sealedName: string
  at: Date
  url: string
  logo: string | null
}

const minute = (moment: Date): string => formatDateTime(moment).slice(0, 16)
const head = (...words: string[]): TableCell[] => words.map((text) => ({ text, bold: true, fontSize: 8.5 }))
const table = (widths: (string | number)[], body: TableCell[][]): Content => ({
  layout: 'ruled',
  margin: [0, 2, 0, 10],
  table: { headerRows: 1, widths, body },
})

/** The first sheet of a package: why, who was present, which records, and the hash of each file beside it. */
export function coverOf({ gathered, sealNo, reason, witnesses, files, sealedName, at, url, logo }: Cover): PdfSource {
  const { person, records } = gathered
  const body: Content[] = [
    { text: [{ text: '封存原因　', bold: true }, reason], margin: [0, 0, 0, 8] },
    { text: '在场人', bold: true },
    table(
      ['*', '*', '*'],
      [
        head('姓名', '身份', '证件尾号'),
        ...witnesses.map(({ name, relation, idTail }) => [name, relation, idTail]),
        [sealedName, '门诊（封存人）', '—'],
      ],
    ),
    { text: '封存的病历', bold: true },
    table(
      ['*', '*', 90],
      [
        head('病历编号', '就诊时间', '封存内容'),
        ...records.map((record) => [
          record.recordNo,
          minute(record.visitTime),
          record.finished
            ? `第 ${record.versions.at(-1)?.versionNo ?? 0} 版`
            : record.versions.length > 0
              ? '已签版本；修订未完成'
              : '未完成，封存至此',
        ]),
      ],
    ),
    { text: '封存包内的文件及其 SHA-256', bold: true },
    table(
      ['auto', '*'],
      [
        head('文件', 'SHA-256'),
        ...files.map(({ name, sha256 }): TableCell[] => [
          { text: name, fontSize: 7.5 },
          { text: sha256, fontSize: 7 },
        ]),
      ],
    ),
  ]
  return framed(
    {
      paper: 'a4',
      logo,
      clinicName: person.clinicName,
      clinicAddress: person.clinicAddress,
      clinicPhone: person.clinicPhone,
      title: '病历封存清单',
      number: sealNo,
      patient: [
        ...personWords(person, formatDateTime(at).slice(0, 10)),
        `病历号 ${person.medicalNumber}`,
        `封存 ${minute(at)}`,
      ],
      verifyUrl: url,
      signatures: [
        { label: '患者一方', content: '' },
        { label: '门诊一方', content: '' },
        { label: '日期', content: '' },
      ],
      foot: '封存时双方在场。封存后病历可继续使用，修订形成的新版本与封存件并存，封存件不变',
    },
    body,
  )
}
