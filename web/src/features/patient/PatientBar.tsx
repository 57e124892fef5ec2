import { platformErrors } from '@dentin/contract/core/errors'
import { fileStates } from '@dentin/contract/core/status'
import { add, fenToYuan, formatYuanText, yuanToFen } from '@dentin/kit/money'
import { useEffect, type ReactNode } from 'react'
import {
  Avatar,
  cx,
  ErrorLine,
  Icon,
  InfoBar,
  Money,
  Notice,
  Skeleton,
  Tag,
  useIsMobile,
  useIsNarrow,
} from '../../ui/index.ts'
import { usePatientInformation, type PatientInformation } from './hooks.ts'
import { hasAlerts, PatientAlerts, PatientTypeTag } from './PatientAlerts.tsx'
import { noteRecent } from './recent.ts'
import { ageYears, genderAge } from '../../domain/person.ts'
import { momentInWords } from './words.ts'
import s from './patient.module.css'

export interface PatientBarProps {
  id: string
  /** full 72 px on the file, compact 52 and tight 48 in workspaces. */
  size?: 'full' | 'compact' | 'tight'
  /** Buttons at the right. */
  actions?: ReactNode
  /** Sums and the next appointment at the right; false: the balance alone, since the others stand below. */
  figures?: boolean
  /** Further words behind the facts, e.g. the queue number. */
  facts?: ReactNode
}

/** Who the page is about: portrait, name, sex and age, numbers, alerts in red, money. The same on every page of a patient. */
export function PatientBar({ id, size = 'full', actions, figures = true, facts }: PatientBarProps) {
  const { data: patient, error, refetch, isFetching } = usePatientInformation(id)
  const mobile = useIsMobile()
  const narrow = useIsNarrow()
  useEffect(() => {
    if (patient) noteRecent({ ...patient, patientId: patient.id })
  }, [patient])
  if (error && !patient)
    return (
      <div className={s.barError}>
        {error.is(platformErrors.NOT_FOUND) ? (
          <Notice tone="muted" icon="lock">
            这位患者的档案可能已被删除，或不在您的数据范围内
          </Notice>
        ) : (
          <ErrorLine onRetry={() => void refetch()} retrying={isFetching}>
            {error.message}
          </ErrorLine>
        )}
      </div>
    )
  if (!patient) return <BarBones size={size} />
  const full = size === 'full'
  return (
    <InfoBar
      size={size}
      lead={
        <Avatar
          gender={patient.gender}
          age={ageYears(patient.birthDay)}
          size={full ? (mobile ? 56 : 44) : mobile ? 40 : 32}
        />
      }
      title={patient.name}
      aside={
        <>
          <span className="secondary t-13">
            {genderAge(patient)}
            {patient.birthYearEstimated ? '（约）' : ''}
          </span>
          <PatientTypeTag type={patient.patientType} />
          {patient.memberTypeName && <Tag tone="member">{patient.memberTypeName}</Tag>}
          {fileStates.is(patient.status, 'archived') && <Tag icon="archive">已归档</Tag>}
        </>
      }
      facts={
        <>
          <span>
            {full && !mobile && '病历号 '}
            <span className="num">{patient.medicalNumber}</span>
          </span>
          {patient.mobile && (
            <span className={s.iconFact}>
              {!mobile && <Icon name="phone" size={14} />}
              <span className="num">{patient.mobile}</span>
            </span>
          )}
          {full && !narrow && patient.respDoctorName && <span>责任医生 {patient.respDoctorName}</span>}
          {facts}
        </>
      }
      alerts={hasAlerts(patient) ? <PatientAlerts patient={patient} /> : undefined}
      figures={figures ? figuresOf(patient, size, mobile, narrow) : balanceOf(patient)}
      actions={actions}
    />
  )
}

/** What a member has on the card, and what was paid in advance. */
function balanceOf(patient: PatientInformation) {
  const prepaid =
    patient.prepaidAmount !== null && Number(patient.prepaidAmount) > 0
      ? [{ label: '预交金', value: <Money yuan={patient.prepaidAmount} /> }]
      : []
  return [...cardOf(patient), ...prepaid]
}

function cardOf(patient: PatientInformation) {
  return patient.memberTypeName && patient.principalAmount !== null && patient.bonusAmount !== null
    ? [
        {
          label: '余额',
          value: (
            <>
              <Money yuan={fenToYuan(add(yuanToFen(patient.principalAmount), yuanToFen(patient.bonusAmount)))} />
              {Number(patient.bonusAmount) > 0 && (
                <span className={cx('t-12 tertiary num', s.parts)}>
                  本 {formatYuanText(patient.principalAmount)}　赠 {formatYuanText(patient.bonusAmount)}
                </span>
              )}
            </>
          ),
        },
      ]
    : []
}

/** On the tablet the alerts and the actions are worth more than what was spent in all. */
function figuresOf(patient: PatientInformation, size: 'full' | 'compact' | 'tight', mobile: boolean, narrow: boolean) {
  const arrears = { label: '欠费', value: <Money yuan={patient.arrearsAmount} as="debt" /> }
  const balance = balanceOf(patient)
  if (size !== 'full') return [...balance, ...(Number(patient.arrearsAmount) > 0 ? [arrears] : [])]
  return [
    ...balance,
    ...(mobile || !narrow ? [{ label: '累计消费', value: <Money yuan={patient.consumeTotal} /> }] : []),
    arrears,
    ...(mobile || patient.nextAppointmentAt
      ? [{ label: '下次', value: patient.nextAppointmentAt ? momentInWords(patient.nextAppointmentAt) : '未约' }]
      : []),
  ]
}

function BarBones({ size }: { size: 'full' | 'compact' | 'tight' }) {
  const side = size === 'full' ? 44 : 32
  return (
    <InfoBar
      size={size}
      lead={<Skeleton round width={side} height={side} />}
      title={<Skeleton width={72} height={16} />}
      facts={<Skeleton width={240} height={10} light />}
    />
  )
}
