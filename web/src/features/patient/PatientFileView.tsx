import { fileStates } from '@dentin/contract/core/status'
import {
  fieldOf,
  idTypeNames,
  medicareTypeNames,
  placedIn,
  referrerTypeNames,
  type PatientKey,
} from '@dentin/contract/patient'
import { aboutWhen } from '@dentin/contract/patient-fields/age'
import { patientSections } from '@dentin/contract/patient-fields/field'
import { fileInWords, together } from '@dentin/contract/patient-fields/in-words'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { can } from '../../lib/permission.ts'
import { cx, ErrorLine, SkeletonRows, TextButton } from '../../ui/index.ts'
import { usePatientFile, type PatientFile } from './hooks.ts'
import { Kin } from './Kin.tsx'
import { IdentityDialog, PhoneDialog } from './deferred.ts'
import { PatientGroups } from './PatientGroups.tsx'
import { ageText } from '../../domain/person.ts'
import { pregnancyText } from '../../domain/pregnancy.ts'
import { presentDay } from '../../lib/present.ts'
import s from './patient.module.css'

const named = (names: Readonly<Record<number, string>>, value: number | null) => (value === null ? null : names[value])

/** What is read in other words than the fields by themselves. */
const own: Partial<Record<PatientKey, (file: PatientFile) => string | null>> = {
  birthDay: ({ birthDay, birthYearEstimated }) =>
    birthDay && `${birthYearEstimated ? aboutWhen(birthDay) : birthDay}（${ageText(birthDay)}）`,
  medicareNo: (file) => together(named(medicareTypeNames, file.medicareType), file.medicareNo),
  mobile: (file) => file.mobile ?? `无（${file.noMobileReason ?? '未说明'}）`,
  referrerRemark: (file) =>
    together(named(referrerTypeNames, file.referrerType), file.referrerName, file.referrerRemark),
  firstVisitAt: (file) => file.firstVisitAt && `${file.firstVisitAt.slice(0, 10)} ${file.firstDoctorName ?? ''}`,
  createdAt: (file) => `${file.createdAt.slice(0, 16)} ${file.createdName}（${file.homeClinicName}）`,
  pregnantSince: ({ pregnantSince }) => pregnancyText(pregnantSince, presentDay()),
  consentOn: (file) => (file.consentOn ? `${file.consentOn} 已同意` : '尚未签署'),
}

/** A document is called what it is. */
const labelOf = (key: PatientKey, file: PatientFile): string => {
  const { label, view } = fieldOf(key)
  const kind = key === 'idNo' && named(idTypeNames, file.idType)
  return kind || (typeof view === 'object' && view?.label) || label
}

const sectionsOf = (file: PatientFile) =>
  Object.entries(patientSections).map(([name, { title }]) => ({
    title,
    facts: placedIn('view')
      .filter((key) => fieldOf(key).section === name)
      .map((key) => {
        const { view } = fieldOf(key)
        return {
          label: labelOf(key, file),
          value: (own[key] ?? ((each) => fileInWords(key, each)))(file),
          wide: typeof view === 'object' && view?.wide,
        }
      }),
  }))

/** Which section has which change of its own. */
const edits: Record<string, 'phone' | 'identity'> = { 基本信息: 'identity', 联系: 'phone' }

/** The whole file to read: 资料. */
export function PatientFileView({ id, fileTo }: { id: string; fileTo: (id: string) => string }) {
  const [asked, setAsked] = useState<'phone' | 'identity' | null>(null)
  const navigate = useNavigate()
  const { data: file, error, refetch, isFetching } = usePatientFile(id)
  if (error && !file)
    return (
      <ErrorLine onRetry={() => void refetch()} retrying={isFetching}>
        患者资料没有读到：{error.message}
      </ErrorLine>
    )
  if (!file) return <SkeletonRows rows={10} height={34} />
  const may = (what: 'phone' | 'identity') =>
    fileStates.is(file.status, 'active') &&
    can('/allTimePatients:edit') &&
    can(what === 'phone' ? '/field:phone' : '/field:idNumber')
  const use = (other: string) => void navigate(fileTo(other))
  return (
    <>
      {sectionsOf(file).map((section) => (
        <section key={section.title} className={s.fileSection} aria-label={section.title}>
          <div className={s.blockHead}>
            <h3>{section.title}</h3>
            {edits[section.title] && may(edits[section.title] ?? 'phone') && (
              <TextButton icon="pencil" onClick={() => setAsked(edits[section.title] ?? null)}>
                {edits[section.title] === 'phone' ? '修改手机号' : '登记证件'}
              </TextButton>
            )}
          </div>
          <dl className={s.facts}>
            {section.facts.map(({ label, value, wide }) => (
              <div key={label} className={cx(s.fact, wide && s.factWide)}>
                <dt>{label}</dt>
                <dd>{value ? value : <span className="tertiary">未填</span>}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <PatientGroups patientId={id} />
      <Kin patientId={id} editable={fileStates.is(file.status, 'active')} fileTo={fileTo} />
      {asked === 'phone' && <PhoneDialog file={file} onClose={() => setAsked(null)} onUse={use} />}
      {asked === 'identity' && <IdentityDialog file={file} onClose={() => setAsked(null)} onUse={use} />}
    </>
  )
}
