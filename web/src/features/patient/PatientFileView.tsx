import { fileStates } from '@dentin/contract/core/status'
import {
  allergyFlagNames,
  brushingNames,
  bruxismNames,
  distanceAreaNames,
  educationNames,
  genderNames,
  guardianRelationNames,
  habitNames,
  idTypeNames,
  maritalNames,
  medicareTypeNames,
  mobileOwnerNames,
  patientTypeNames,
  referrerTypeNames,
} from '@dentin/contract/patient'
import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { can } from '../../lib/permission.ts'
import { cx, ErrorLine, SkeletonRows, TextButton } from '../../ui/index.ts'
import { usePatientFile, type PatientFile } from './hooks.ts'
import { Kin } from './Kin.tsx'
import { IdentityDialog, PhoneDialog } from './parts.ts'
import { PatientGroups } from './PatientGroups.tsx'
import { ageText } from './words.ts'
import s from './patient.module.css'

type Fact = readonly [label: string, value: ReactNode, wide?: boolean]
const named = (names: Record<number, string>, value: number | null) => (value === null ? null : names[value])

const referrerOf = (file: PatientFile): string =>
  [named(referrerTypeNames, file.referrerType), file.referrerName, file.referrerRemark].filter(Boolean).join(' ')

function sectionsOf(file: PatientFile): { title: string; facts: Fact[] }[] {
  const place = [file.province, file.city, file.district, file.address].filter(Boolean).join(' ')
  const birth = file.birthDay
    ? `${file.birthYearEstimated ? `约 ${file.birthDay.slice(0, 4)} 年` : file.birthDay}（${ageText(file.birthDay)}）`
    : null
  return [
    {
      title: '基本信息',
      facts: [
        ['姓名', file.name],
        ['性别', genderNames[file.gender]],
        ['出生日期', birth],
        ['病历号', file.medicalNumber],
        [named(idTypeNames, file.idType) ?? '证件号', file.idNo],
        ['患者类型', patientTypeNames[file.patientType]],
        ['医保', [named(medicareTypeNames, file.medicareType), file.medicareNo].filter(Boolean).join(' ')],
        ['国籍', file.nationality],
        ['民族', file.ethnicity],
        ['婚姻状况', named(maritalNames, file.marital)],
        ['职业', file.occupation],
        ['工作单位', file.workUnit],
        ['学历', named(educationNames, file.education)],
        ['标签', file.tags.join('、')],
      ],
    },
    {
      title: '联系',
      facts: [
        ['手机号', file.mobile ?? `无（${file.noMobileReason ?? '未说明'}）`],
        ['机主', named(mobileOwnerNames, file.mobileOwner)],
        ['备用手机号', file.mobile2],
        ['固定电话', file.tel],
        ['微信号', file.wechat],
        ['邮箱', file.email],
        ['距离', named(distanceAreaNames, file.distanceArea)],
        ['地址', place, true],
      ],
    },
    {
      title: '健康',
      facts: [
        [
          '过敏史',
          file.allergyFlag === 1
            ? file.allergyHistory
            : file.allergyFlag !== null && allergyFlagNames[file.allergyFlag],
        ],
        ['系统病史', file.systemicDiseases.join('、')],
        ['既往史', file.pastHistory, true],
        ['用药史', file.medicationHistory, true],
        ['麻醉史', file.anesthesiaHistory, true],
        ['家族史', file.familyHistory, true],
        ['吸烟', named(habitNames, file.smoking)],
        ['饮酒', named(habitNames, file.alcohol)],
        ['磨牙', named(bruxismNames, file.bruxism)],
        ['刷牙', named(brushingNames, file.brushingHabit)],
      ],
    },
    {
      title: '来源与归属',
      facts: [
        ['来源', file.sourceName],
        ['介绍人', referrerOf(file)],
        ['责任医生', file.respDoctorName],
        ['咨询师', file.consultantName],
        ['责任护士', file.respNurseName],
        ['客服', file.customerServiceName],
        ['初诊', file.firstVisitAt ? `${file.firstVisitAt.slice(0, 10)} ${file.firstDoctorName ?? ''}` : null],
        ['建档', `${file.createdAt.slice(0, 16)} ${file.createdName}（${file.homeClinicName}）`],
        ['警示', file.alertNote, true],
        ['备注', file.remark, true],
      ],
    },
    {
      title: '隐私与短信',
      facts: [
        ['隐私同意', file.consentOn ? `${file.consentOn} 已同意` : '尚未签署'],
        [
          '监护人',
          [named(guardianRelationNames, file.consentGuardianRelation), file.consentGuardian].filter(Boolean).join(' '),
        ],
        ['短信', file.smsOptOut ? '不收任何短信' : file.marketingOptOut ? '不收营销短信' : '可以发送'],
      ],
    },
  ]
}

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
            {section.facts.map(([label, value, wide]) => (
              <div key={label} className={cx(s.fact, wide && s.factWide)}>
                <dt>{label}</dt>
                <dd>{value == null || value === '' ? <span className="tertiary">未填</span> : value}</dd>
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
