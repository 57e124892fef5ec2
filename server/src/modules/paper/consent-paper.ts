import { consentBlocks, consentStates, signatureRoles, type SignatureRole } from '@dentin/contract/consent'
import { handwritingPath } from '@dentin/contract/handwriting-path'
import { genderNames } from '@dentin/contract/patient-words'
import { formatDateTime } from '@dentin/kit'
import type { Content } from 'pdfmake'
import { framed, type Paper } from '../../platform/pdf/frame.ts'
import type { PdfSource } from '../../platform/pdf/pdf.ts'
import type { ConsentToDraw } from '../consent/index.ts'
import type { Letterhead } from './letterhead.ts'

type Signature = ConsentToDraw['signatures'][number]

const minute = (moment: Date): string => formatDateTime(moment).slice(0, 16)
const INK = '#1d2d5c'

const block = (name: string, content: Content): Content => ({
  margin: [0, 0, 0, 6],
  stack: [{ text: name, bold: true, margin: [0, 0, 0, 1] }, content],
})

const inkOf = (strokes: Signature['strokes']): string =>
  `<svg viewBox="0 0 ${strokes.width} ${strokes.height}"><path d="${handwritingPath(strokes)}" fill="none" stroke="${INK}" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"/></svg>`

/** A signature as it was written, with who and when. */
function signatureOf(sheet: ConsentToDraw, { role, name, strokes, signedAt }: Signature): Content & { width: string } {
  const guardian = role === 'guardian' ? `（${sheet.signerRelation}，证件尾号 ${sheet.signerIdTail}）` : ''
  return {
    width: '33%',
    stack: [
      {
        svg: inkOf(strokes),
        fit: [140, 60],
      },
      { text: `${signatureRoles[role as SignatureRole]}：${name}${guardian}`, fontSize: 8.5 },
      { text: minute(signedAt), fontSize: 8, color: '#4d5c57' },
    ],
  }
}

/** The sentence that was asked for, and as it was written. */
function sentenceOf({ content }: ConsentToDraw, strokes: Signature['strokes']): Content {
  return {
    unbreakable: true,
    margin: [0, 4, 0, 0],
    stack: [
      { text: `${signatureRoles.sentence}：${content.handSentence}`, bold: true },
      { svg: inkOf(strokes), fit: [360, 70] },
    ],
  }
}

/** Why nobody could be asked, and who approved in the patient's place. */
function emergencyBlock({ status, emergency }: ConsentToDraw): Content[] {
  if (!emergency?.approvedAt) return []
  const { reason, at, askedName, askedAt, approvedName, approvedAt } = emergency
  const later = consentStates.is(status, 'approved')
    ? '患者（或近亲属）尚未签名，待事后补签。'
    : '患者（或近亲属）的签名为事后补签。'
  return [
    block('紧急情形，由门诊负责人批准（《民法典》第一千二百二十条）', {
      stack: [
        { text: `紧急时间 ${minute(at)}，不能取得患者或近亲属意见：${reason}` },
        {
          text: `申请：经治医生 ${askedName} ${minute(askedAt)}　批准：门诊负责人 ${approvedName} ${minute(approvedAt)}（系统内批准）`,
        },
        { text: later },
      ],
    }),
  ]
}

/** A consent on paper: what was read, what was ticked, and the signatures as they were written. */
export function consentPaper(
  sheet: ConsentToDraw,
  clinic: Letterhead,
  verifyUrl: string,
  now: Date,
  { remark = '', paper = clinic.paper }: { remark?: string; paper?: Paper } = {},
): PdfSource {
  const { content } = sheet
  const own = content.ownRisks.filter(({ ticked }) => ticked)
  const isVoid = consentStates.is(sheet.status, 'void')
  const patientSigned = sheet.signatures.some(({ role }) => role === 'patient' || role === 'guardian')
  const body: Content[] = [
    ...consentBlocks.map(({ key, name }) => block(name, { text: content[key] || '—' })),
    ...(own.length > 0
      ? [
          block('本人另有的风险', {
            ul: own.map(({ name, text, because }) => `${name}${because && `（${because}）`}：${text}`),
          }),
        ]
      : []),
    block('声明', {
      stack: [
        // Nobody signs for the patient without ticking each; in an emergency the text was fixed before.
        ...content.ticks.map(({ text, ticked }) => ({ text: `［${ticked || patientSigned ? '√' : '　'}］${text}` })),
        { text: content.declaration, margin: [0, 3, 0, 0] },
      ],
    }),
    ...emergencyBlock(sheet),
    ...sheet.signatures.filter(({ role }) => role === 'sentence').map(({ strokes }) => sentenceOf(sheet, strokes)),
    ...(sheet.signatures.length > 0
      ? [
          {
            unbreakable: true,
            margin: [0, 8, 0, 0],
            columns: sheet.signatures.filter(({ role }) => role !== 'sentence').map((each) => signatureOf(sheet, each)),
          } satisfies Content,
        ]
      : []),
  ]
  return framed(
    {
      paper,
      logo: clinic.logo,
      clinicName: sheet.clinicName,
      clinicAddress: clinic.address,
      clinicPhone: clinic.phone,
      title: content.title,
      number: sheet.consentNo,
      mark: isVoid
        ? '已作废'
        : consentStates.is(sheet.status, 'open')
          ? '尚未签署完成'
          : consentStates.is(sheet.status, 'approved')
            ? '负责人批准，患者待补签'
            : '',
      patient: [
        `姓名 ${content.who.name}`,
        [genderNames[content.who.gender], content.who.age === null ? '' : `${content.who.age}岁`]
          .filter(Boolean)
          .join(' '),
        `病历号 ${content.who.medicalNumber}`,
        `医生 ${content.doctorName}`,
      ],
      verifyUrl,
      signatures: [],
      foot: [
        '患者手写电子签名',
        sheet.textHash && `正文校验 ${sheet.textHash.slice(0, 16)}`,
        remark,
        isVoid && sheet.voidTime && `${sheet.voidName} 于 ${minute(sheet.voidTime)} 作废：${sheet.voidReason}`,
        `打印时间 ${minute(now)}`,
      ]
        .filter(Boolean)
        .join('　'),
    },
    body,
  )
}
