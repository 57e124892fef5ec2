import type { PatientChoice } from '@dentin/contract/patient'
import { useState, type ReactNode, type Ref } from 'react'
import { Avatar, Icon, Kbd, Tag } from '../../ui/index.ts'
import { deferred } from '../../lib/deferred.ts'
import { ComboBox } from '../../ui/heavy.ts'
import { findElsewhere, findPatients, type FileElsewhere, type FoundPatient } from './hooks.ts'
import { useRecentPatients } from './recent.ts'
import { ageYears, genderAge } from './words.ts'
import s from './patient.module.css'

/** Asking for a file elsewhere is rare: no part of the search that every page carries. */
const AskForFile = deferred(async () => (await import('./AskForFile.tsx')).AskForFile)

/** One patient in a list of choices: portrait, name, sex and age, covered mobile, medical number. */
export function PatientLine({ patient }: { patient: PatientChoice & Partial<FoundPatient> }) {
  return (
    <span className={s.line}>
      <Avatar gender={patient.gender} age={ageYears(patient.birthDay)} size={28} />
      <span className={s.lineName}>{patient.name}</span>
      <span className="t-12 secondary">{genderAge(patient)}</span>
      {patient.allergyFlag === 1 && <Icon name="alert" size={14} className="danger" label="过敏" />}
      {patient.patientType === 6 && <Tag tone="danger">黑名单</Tag>}
      {patient.status === 1 && <Tag>已归档</Tag>}
      {patient.mergedFrom && <Tag title="由已合并的档案找到">已合并 {patient.mergedFrom.medicalNumber}</Tag>}
      <span className={s.lineNumbers}>
        <span>{patient.mobile ?? '无手机号'}</span>
        <span className="tertiary">{patient.medicalNumber}</span>
      </span>
    </span>
  )
}

/** A last row of the list, reached by the arrows: somebody who is not among them. */
interface LastRow {
  render: (text: string) => ReactNode
  onPick: (text: string) => void
}

/** 新建患者「…」 */
export function NewPatientRow({ text }: { text: string }) {
  return (
    <span className={s.line}>
      <Icon name="user-plus" size={16} className="brand" />
      <span className="brand">新建患者「{text}」</span>
    </span>
  )
}

/** What every search for a patient has. */
const usual = {
  search: findPatients,
  keyOf: (each: PatientChoice) => each.id,
  render: (each: PatientChoice) => <PatientLine patient={each} />,
  recentTitle: '最近打开',
  emptyText: '没有找到患者',
  placeholder: '姓名、拼音首字母、手机尾号、病历号',
}

function useRecentChoices(): PatientChoice[] {
  return useRecentPatients().map(({ patientId, ...rest }) => ({ id: patientId, ...rest }))
}

const WHOLE_NUMBER = /^1[2-9]\d{9}$/
/** Somebody of this clinic, or a clinic that has a file with the number asked for. */
type Found = PatientChoice | (FileElsewhere & { mobile: string })
const isElsewhere = (found: Found): found is FileElsewhere & { mobile: string } => 'clinicId' in found

/** Whoever matches; of a whole number that nobody here has, the clinics that have a file with it. */
async function findOrAsk(text: string, signal: AbortSignal): Promise<readonly Found[]> {
  const here = await findPatients(text, signal)
  if (here.length > 0 || !WHOLE_NUMBER.test(text)) return here
  return (await findElsewhere(text, signal)).map((place) => ({ ...place, mobile: text }))
}

/** A clinic that has a file with the number, and keeps it to itself. */
function ElsewhereLine({ place }: { place: FileElsewhere }) {
  return (
    <span className={s.line}>
      <Icon name="building" size={16} className="brand" />
      <span>
        {place.clinicName}有 {place.files} 份该手机号的档案
      </span>
      <span className={s.lineNumbers}>{place.asked ? <Tag>已申请</Tag> : <span className="brand">申请查看</span>}</span>
    </span>
  )
}

/** The navbar's search: recent patients while empty, then whoever matches; Enter opens. */
export function PatientSearch({
  onOpen,
  inputRef,
}: {
  onOpen: (id: string) => void
  inputRef?: Ref<HTMLInputElement>
}) {
  const recent = useRecentChoices()
  const [asking, setAsking] = useState<(FileElsewhere & { mobile: string }) | null>(null)
  return (
    <>
      <ComboBox<Found>
        {...usual}
        search={findOrAsk}
        keyOf={(each) => (isElsewhere(each) ? each.clinicId : each.id)}
        render={(each) => (isElsewhere(each) ? <ElsewhereLine place={each} /> : <PatientLine patient={each} />)}
        onPick={(each) => {
          if (isElsewhere(each)) {
            if (!each.asked) setAsking(each)
            return
          }
          // Found by a merged file, that one is opened: it leads on and says so.
          const { mergedFrom }: Partial<FoundPatient> = each
          onOpen(mergedFrom?.id ?? each.id)
        }}
        recent={recent}
        label="搜索患者"
        icon="search"
        suffix={<Kbd>/</Kbd>}
        quiet
        inputRef={inputRef}
      />
      {asking && <AskForFile place={asking} mobile={asking.mobile} onClose={() => setAsking(null)} />}
    </>
  )
}

/** A form field that takes a patient; what is chosen stands in it by name. */
export function PatientPicker({
  value,
  onChange,
  lastRow,
  autoFocus,
  disabled,
}: {
  value: PatientChoice | null
  /** @param how by which letters somebody was found, and how many others were */
  onChange: (patient: PatientChoice | null, how?: { text: string; others: number }) => void
  lastRow?: LastRow | undefined
  autoFocus?: boolean
  disabled?: boolean
}) {
  const recent = useRecentChoices()
  return (
    <ComboBox<PatientChoice>
      {...usual}
      textOf={(each) => each.name}
      value={value?.name ?? ''}
      onPick={onChange}
      onClear={() => onChange(null)}
      recent={recent}
      {...(lastRow ? { lastRow } : {})}
      icon="user"
      suffix={
        value && <span className="t-12 tertiary">{[genderAge(value), value.mobile].filter(Boolean).join(' ')}</span>
      }
      autoFocus={autoFocus}
      disabled={disabled}
    />
  )
}
