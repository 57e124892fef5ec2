import { shortDayText } from '@dentin/kit/date-text'
import { registrationStates } from '@dentin/contract/core/status'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { teethOf } from '../../domain/teeth.ts'
import { DetailPane, Avatar, ErrorLine, LinkButton, Money, SkeletonRows, StatusTag } from '../../ui/index.ts'
import { ToothCross } from '../../ui/tooth/index.ts'
import { usePatientAccount, usePatientInformation, useTimeline } from './hooks.ts'
import { hasAlerts, PatientAlerts, PatientTypeTag } from './PatientAlerts.tsx'
import { visitTitle } from './VisitTimeline.tsx'
import { ageYears, genderAge } from '../../domain/person.ts'
import { shortDay } from './words.ts'
import s from './patient.module.css'

export interface PatientPeekProps {
  id: string
  /** Place in the list, from 1, and how many there are; left out when the patient is not on this page of the list. */
  index?: number
  total?: number
  onPrevious?: () => void
  onNext?: () => void
  onClose: () => void
  fileTo: string
  /** Left out for whoever may not. */
  bookTo?: string
  chargeTo?: string
  /** Where one bill is paid off. */
  payTo?: (billId: string) => string
  /** May this person read visits? */
  withVisits: boolean
}

/** A look at a patient beside the list: who, what is owed, what was done last; the list stays usable. */
export function PatientPeek({
  id,
  index,
  total,
  onPrevious,
  onNext,
  onClose,
  fileTo,
  bookTo,
  chargeTo,
  payTo,
  withVisits,
}: PatientPeekProps) {
  const { data: patient, error, refetch } = usePatientInformation(id)
  const navigate = useNavigate()
  return (
    <DetailPane
      label="患者概要"
      index={index}
      total={total}
      onPrevious={onPrevious}
      onNext={onNext}
      onExpand={() => void navigate(fileTo)}
      onClose={onClose}
      footer={
        <div className={s.besideFoot}>
          {bookTo && (
            <LinkButton to={bookTo} icon="calendar-plus">
              预约
            </LinkButton>
          )}
          {chargeTo && (
            <LinkButton to={chargeTo} icon="receipt">
              收费
            </LinkButton>
          )}
          <LinkButton to={fileTo} variant="primary">
            打开档案
          </LinkButton>
        </div>
      }
    >
      {error && !patient && <ErrorLine onRetry={() => void refetch()}>{error.message}</ErrorLine>}
      {!patient && !error && <SkeletonRows rows={6} height={48} double />}
      {patient && (
        <>
          <div className={s.person}>
            <Avatar gender={patient.gender} age={ageYears(patient.birthDay)} size={48} />
            <div>
              <div className={s.personName}>
                <h2 className="t-18">{patient.name}</h2>
                <span className="t-13 secondary">{genderAge(patient)}</span>
                <PatientTypeTag type={patient.patientType} />
              </div>
              <div className={s.numbers}>
                <span>{patient.medicalNumber}</span>
                {patient.mobile && <span>{patient.mobile}</span>}
              </div>
            </div>
          </div>
          {hasAlerts(patient) && (
            <div className={s.alerts}>
              <PatientAlerts patient={patient} />
            </div>
          )}
          <dl className={s.figures}>
            <div>
              <dt>欠费</dt>
              <dd>
                <Money yuan={patient.arrearsAmount} as="debt" />
              </dd>
            </div>
            <div>
              <dt>累计消费</dt>
              <dd>
                <Money yuan={patient.consumeTotal} />
              </dd>
            </div>
            <div>
              <dt>责任医生</dt>
              <dd>{patient.respDoctorName ?? '—'}</dd>
            </div>
          </dl>
          <Owing id={id} payTo={payTo} />
          {withVisits && <LastVisits id={id} count={patient.visitCount} />}
        </>
      )}
    </DetailPane>
  )
}

function Part({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section>
      <div className={s.part}>
        <h3>{title}</h3>
        {aside != null && <span className="t-12 secondary">{aside}</span>}
      </div>
      {children}
    </section>
  )
}

function Owing({ id, payTo }: { id: string; payTo: ((billId: string) => string) | undefined }) {
  const { data } = usePatientAccount(id)
  if (!data || data.arrears.length === 0) return null
  return (
    <Part title={`欠费 ${data.arrears.length} 笔`}>
      {data.arrears.slice(0, 5).map((bill) => (
        <div key={bill.billId} className={s.owing}>
          <div className={s.owingWords}>
            <div className="t-13 num">{bill.billNo}</div>
            <div className="t-12 secondary num">
              {shortDayText(bill.openTime)}　{bill.doctorName}　应收 <Money yuan={bill.receivableAmount} />
            </div>
          </div>
          <Money yuan={bill.arrearsAmount} as="debt" />
          {payTo && (
            <LinkButton to={payTo(bill.billId)} variant="tint" size="sm">
              收款
            </LinkButton>
          )}
        </div>
      ))}
    </Part>
  )
}

function LastVisits({ id, count }: { id: string; count: number }) {
  const { data, error, refetch } = useTimeline({ id, pageSize: 5 })
  return (
    <Part title="最近就诊" aside={`${count} 次`}>
      {error && <ErrorLine onRetry={() => void refetch()}>没有读到：{error.message}</ErrorLine>}
      {!data && !error && <SkeletonRows rows={3} height={46} />}
      {data?.list.length === 0 && <p className="t-13 tertiary">还没有就诊</p>}
      {data?.list.map((visit) => (
        <div key={visit.registrationId} className={s.visitRow}>
          <span className="secondary num" title={visit.visitTime.slice(0, 16)}>
            {shortDay(visit.visitTime).slice(-5)}
            {shortDay(visit.visitTime).length > 5 && <span className={s.year}>{visit.visitTime.slice(0, 4)}</span>}
          </span>
          <ToothCross teeth={teethOf(visit.teeth)} fixed />
          <span className="ellipsis" title={visitTitle(visit)}>
            {visit.treatmentText || visitTitle(visit)}
          </span>
          {registrationStates.is(visit.status, 'underWay') ? (
            <StatusTag kind="registration" value={visit.status} />
          ) : (
            <span className="t-12 secondary">{visit.doctorName}</span>
          )}
        </div>
      ))}
    </Part>
  )
}
