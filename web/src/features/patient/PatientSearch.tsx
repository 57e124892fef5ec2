import { fileStates } from '@dentin/contract/core/status'
import type { PatientChoice } from '@dentin/contract/patient'
import type { ReactNode } from 'react'
import { Avatar, Icon, Tag } from '../../ui/index.ts'
import { ComboBox } from '../../ui/heavy.ts'
import { findPatients, type FoundPatient } from './hooks.ts'
import { useRecentPatients } from './recent.ts'
import { ageYears, genderAge } from '../../domain/person.ts'
import s from './patient.module.css'

/** One patient in a list of choices: portrait, name, sex and age, covered mobile, medical number. */
export function PatientLine({ patient }: { patient: PatientChoice & Partial<FoundPatient> }) {
  return (
    <span className={s.line}>
      <Avatar gender={patient.gender} age={ageYears(patient.birthDay)} size={28} />
      <span className={s.lineName}>{patient.name}</span>
      <span className="t-12 secondary">{genderAge(patient)}</span>
      {patient.allergyFlag === 1 && <Icon name="alert" size={14} className="danger" label="过敏" />}
      {patient.patientType === 6 && <Tag tone="danger">黑名单</Tag>}
      {fileStates.is(patient.status, 'archived') && <Tag>已归档</Tag>}
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
