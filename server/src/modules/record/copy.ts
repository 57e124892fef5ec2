import { recordKindWords, type RecordOrigin } from '@dentin/contract/core/record-origins'
import {
  parseTeeth,
  surfaceText,
  toothCondition,
  toothMarkStatuses,
  toothText,
  type ToothConditionId,
  type ToothMarkStatus,
} from '@dentin/clinical'
import { orthoVisitSummary } from '@dentin/contract/core/ortho-words'
import { sectionLines } from '@dentin/contract/record-words'
import { formatDate } from '@dentin/kit'
import { recordStatusNames, recordStates } from '@dentin/contract/core/status'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import type { RecordType } from '@dentin/contract'
import type { SectionKey } from '@dentin/contract/core/record-sections'
import { columns, named, perhaps, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { COPY_ROWS, copySheet, momentColumn, textColumn } from '../patient/index.ts'
import { readable, VIEW } from './access.ts'
import { chartedWithin } from './mouth-history.ts'
import { readContent } from './rules.ts'
import { sealsWithRecordsOf } from './seals.ts'

const copied = select(
  columns('medical_record', 'r', 'record_no', 'visit_time', 'diagnosis_text', 'teeth', 'status', 'sign_time'),
  named('clinic', 'c', { clinicName: 'name' }),
  named('employee', 'e', { doctorName: 'name' }),
  columns('medical_record', 'r', 'visit_kind'),
  // An amendment that is not signed yet is nobody's record.
  { content: sql<unknown>`coalesce(v.content, r.content)`, origin: sql<RecordOrigin>`r.origin` },
  { recordType: sql<RecordType>`r.record_type` },
)
type Row = Omit<RowIn<typeof copied>, 'content'> & { content: ReturnType<typeof readContent> }

/** A section in one cell: its rows with their teeth, one after the other. */
const section = (title: string, width: number, key: SectionKey) =>
  textColumn<Row>(title, width, ({ content }) => inCell(sectionLines(content, key)))
const inCell = (lines: ReturnType<typeof sectionLines>): string =>
  lines.map(({ teeth, text }) => [teeth && toothText(parseTeeth(teeth)), text].filter(Boolean).join(' ')).join('；')
/** Items of the price list stand in the plans and bills of the copy: here are the words. */
const plansOf = ({ content }: Row): string =>
  content.plans
    .map(({ teeth, content: plan, alternative = '' }) =>
      [teeth && toothText(parseTeeth(teeth)), plan, alternative && `备选：${alternative}`].filter(Boolean).join(' '),
    )
    .join('；')

/** What was done, with its anaesthetics; a visit in braces is told by its own section. */
function doneOf({ content }: Row): string {
  const words = content.treatments.map((row) => ({ ...row, tariffs: [] }))
  const visit = content.orthoVisit ? [orthoVisitSummary(content.orthoVisit)] : []
  return [...visit, inCell(sectionLines({ ...content, treatments: words }, 'treatments'))].filter(Boolean).join('；')
}
/** When the patient should come again, with the day. */
const nextOf = ({ content, visitTime }: Row): string =>
  inCell(
    sectionLines(content, 'nextVisit', undefined, {
      visitDay: formatDate(visitTime),
      doctorName: null,
      itemNames: [],
    }),
  )

/** What was signed: a draft is nobody's record yet. */
export const copy = copySheet<Row>({
  sheet: '病历',
  grant: VIEW,
  columns: () => [
    textColumn('病历编号', 16, (row) => row.recordNo),
    textColumn('门诊', 20, (row) => row.clinicName),
    textColumn('医生', 12, (row) => row.doctorName),
    momentColumn('就诊时间', (row) => row.visitTime),
    textColumn('类型', 12, recordKindWords),
    textColumn('主诉', 30, (row) => row.content.chiefComplaint),
    textColumn('现病史', 40, (row) => row.content.presentIllness),
    textColumn('病情变化', 40, (row) => row.content.interval),
    textColumn('既往史', 30, (row) => row.content.pastHistory),
    section('过敏史', 24, 'allergyHistory'),
    section('家族史', 24, 'familyHistory'),
    section('个人史', 24, 'personalHistory'),
    section('全身情况', 30, 'generalCondition'),
    section('口腔检查', 40, 'exams'),
    section('辅助检查', 40, 'auxExams'),
    textColumn('牙周检查', 40, (row) => (row.content.perio?.words ?? []).join('；')),
    textColumn('牙位', 14, (row) => row.teeth),
    textColumn('诊断', 30, (row) => row.diagnosisText),
    textColumn('治疗计划', 40, plansOf),
    textColumn('处置', 40, doneOf),
    textColumn('医嘱', 40, (row) => row.content.advice),
    textColumn('复诊建议', 30, nextOf),
    textColumn('状态', 10, (row) => recordStatusNames[row.status] ?? ''),
    momentColumn('签名时间', (row) => row.signTime),
  ],
  rows: async ({ tx, patientId, context }) => {
    const found = await tx.rows(
      copied.from`medical_record r
          join patient p on ${tx.own('p')} and p.id = r.patient_id
          join clinic c on ${tx.own('c')} and c.id = r.clinic_id
          join employee e on ${tx.own('e')} and e.id = r.doctor_id
          left join lateral (select x.content from medical_record_version x where ${tx.own('x')} and x.record_id = r.id
            order by x.version_no desc limit 1) v on r.status in ${codes(recordStates, 'amending')}
          where ${tx.own('r')} and r.patient_id = ${patientId} and r.status in ${codes(recordStates, 'locked', 'amending')} and ${readable(context)}
          order by r.visit_time desc, r.id desc limit ${COPY_ROWS}`,
    )
    return found.map((row) => ({ ...row, content: readContent(row.content) }))
  },
})

const charted = select(
  columns('tooth_condition', 't', 'tooth', 'surfaces', 'detail', 'reason', 'noted_on', 'ended_on'),
  named('clinic', 'c', { clinicName: 'name' }),
  perhaps(named('employee', 'e', { doctorName: 'name' })),
  { condition: sql<ToothConditionId>`t.condition`, status: sql<ToothMarkStatus>`t.status` },
)
type Charted = RowIn<typeof charted>
const statusNames = new Map(toothMarkStatuses.map(({ id, nameZh }) => [id, nameZh]))

/** What signed records say of each tooth, what has ended too; what an amendment took back is nobody's finding. */
export const mouthCopy = copySheet<Charted>({
  sheet: '口腔图',
  grant: VIEW,
  columns: () => [
    textColumn('牙位', 10, (row) => row.tooth),
    textColumn('牙面', 14, (row) => surfaceText(row.tooth, row.surfaces)),
    textColumn('情况', 24, (row) => `${row.detail}${toothCondition(row.condition).nameZh}`),
    textColumn('性质', 10, (row) => statusNames.get(row.status) ?? ''),
    textColumn('记录日期', 12, (row) => row.notedOn),
    textColumn('结束日期', 12, (row) => row.endedOn),
    textColumn('拆除原因', 16, (row) => row.reason),
    textColumn('医生', 12, (row) => row.doctorName),
    textColumn('门诊', 20, (row) => row.clinicName),
  ],
  rows: ({ tx, patientId, context }) =>
    tx.rows(
      charted.from`tooth_condition t
        join clinic c on ${tx.own('c')} and c.id = t.clinic_id
        left join employee e on ${tx.own('e')} and e.id = t.doctor_id
        where ${tx.own('t')} and t.patient_id = ${patientId} and t.known_to is null and ${chartedWithin(context)}
        order by t.noted_on desc, t.tooth, t.id limit ${COPY_ROWS}`,
    ),
})

const sealed = (tx: TenantTx) =>
  select(columns('record_seal', 's', 'seal_no', 'reason', 'package_hash', 'sealed_name', 'sealed_at'), {
    records: sql<string>`(select string_agg(r.record_no, '、' order by r.visit_time) from record_seal_item i
      join medical_record r on ${tx.own('r')} and r.id = i.record_id where ${tx.own('i')} and i.seal_id = s.id)`,
  })

/** Which records were sealed in a dispute, and the hash of each package. */
export const sealCopy = copySheet<RowIn<ReturnType<typeof sealed>>>({
  sheet: '病历封存',
  grant: VIEW,
  columns: () => [
    textColumn('封存编号', 16, (row) => row.sealNo),
    momentColumn('封存时间', (row) => row.sealedAt),
    textColumn('原因', 30, (row) => row.reason),
    textColumn('病历', 40, (row) => row.records),
    textColumn('封存人', 12, (row) => row.sealedName),
    textColumn('封存包 SHA-256', 66, (row) => row.packageHash),
  ],
  rows: ({ tx, patientId, context }) =>
    tx.rows(
      sealed(tx).from`record_seal s where ${tx.own('s')} and ${sealsWithRecordsOf(context, patientId)}
        order by s.sealed_at desc limit ${COPY_ROWS}`,
    ),
})
