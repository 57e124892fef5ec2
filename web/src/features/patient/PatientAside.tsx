import type { ToothMark } from '@dentin/clinical'
import { chartDentition } from '@dentin/clinical/dentition'
import { daysBetween } from '@dentin/kit/datetime'
import { useMemo, type ReactNode } from 'react'
import { EmptyState, ErrorLine, Icon, LinkButton, Money, Skeleton } from '../../ui/index.ts'
import { ToothChart, ToothLegend } from '../../ui/tooth/index.ts'
import { Traced } from '../../domain/Traced.tsx'
import { can } from '../../lib/permission.ts'
import { useMouth, usePatientAccount, useTimeline } from './hooks.ts'
import { ageYears } from '../../domain/person.ts'
import { momentInWords } from './words.ts'
import s from './patient.module.css'
import { presentDay } from '../../lib/present.ts'

/**
 * What stands beside the timeline: the mouth now, the account, what is next.
 * @param followUps what still has to be asked, for whoever may see it
 */
export function PatientAside({
  id,
  birthDay,
  mouthTo,
  book,
  followUps,
}: {
  id: string
  birthDay: string | null
  /** Address of what the mouth has been through. */
  mouthTo: string
  book?: ReactNode
  followUps?: ReactNode
}) {
  return (
    <>
      {can('/patientMedicalRecord:view') && <Mouth id={id} birthDay={birthDay} historyTo={mouthTo} />}
      <Account id={id} />
      <Next id={id} action={book} />
      {followUps && <Block title="待随访">{followUps}</Block>}
    </>
  )
}

function Block({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className={s.block} aria-label={title}>
      <div className={s.blockHead}>
        <h3>{title}</h3>
        {aside != null && <span className="t-12 secondary num">{aside}</span>}
      </div>
      {children}
    </section>
  )
}

function Mouth({ id, birthDay, historyTo }: { id: string; birthDay: string | null; historyTo: string }) {
  const { data, error, refetch } = useMouth(id)
  const age = ageYears(birthDay)
  const marks = useMemo(
    () =>
      (data?.list ?? []).map(({ groupId, ...mark }) => ({ ...mark, ...(groupId && { group: groupId }) }) as ToothMark),
    [data],
  )
  return (
    <Block title="口腔现状" aside={data?.notedOn}>
      {error && <ErrorLine onRetry={() => void refetch()}>没有读到：{error.message}</ErrorLine>}
      {!data && !error && <Skeleton height={96} light />}
      {data && (
        <>
          <ToothChart
            size="small"
            readOnly
            dentition={chartDentition(age, marks)}
            age={age}
            notation="fdi"
            conditions={marks}
            selection={[]}
            label="口腔现状"
          />
          {data.list.length > 0 ? (
            <div className={s.legend}>
              <ToothLegend />
              <LinkButton to={historyTo} size="xs" variant="text">
                看变化
              </LinkButton>
            </div>
          ) : (
            <p className="t-12 tertiary">病历里标注的病变、已完成和计划会画在这里</p>
          )}
        </>
      )}
    </Block>
  )
}

function Account({ id }: { id: string }) {
  const { data, error, refetch } = usePatientAccount(id)
  const oldest = data?.arrears.at(-1)
  const days = oldest ? daysBetween(oldest.openTime.slice(0, 10), presentDay()) : 0
  return (
    <Block title="账户">
      {error && <ErrorLine onRetry={() => void refetch()}>没有读到：{error.message}</ErrorLine>}
      {!data && !error && <Skeleton height={48} light />}
      {data && (
        <>
          <div className={s.pair}>
            <span>累计消费</span>
            <Traced figure="patient.consumption" id={id} yuan={data.consumeTotal}>
              <Money yuan={data.consumeTotal} />
            </Traced>
          </div>
          <div className={s.pair}>
            <span>{oldest ? `欠费 ${data.arrears.length} 笔，${days} 天` : '欠费'}</span>
            <Traced figure="patient.arrears" id={id} yuan={data.arrearsAmount}>
              <Money yuan={data.arrearsAmount} as="debt" />
            </Traced>
          </div>
          <div className={s.pair}>
            <span>就诊次数</span>
            <span className="num">{data.visitCount}</span>
          </div>
        </>
      )}
    </Block>
  )
}

function Next({ id, action }: { id: string; action: ReactNode }) {
  const { data, error, refetch } = useTimeline({ id, pageSize: 20 })
  return (
    <Block title="接下来">
      {error && <ErrorLine onRetry={() => void refetch()}>没有读到：{error.message}</ErrorLine>}
      {!data && !error && <Skeleton height={24} light />}
      {data?.upcoming.length === 0 && <EmptyState title="没有预约" icon="calendar" action={action} />}
      {data?.upcoming.map((each) => (
        <div key={each.id} className={s.next}>
          <Icon name="calendar" size={16} className="tertiary" />
          <span>
            <span className="num">{momentInWords(each.startsAt)}</span> {each.title}
          </span>
          <span>{each.doctorName}</span>
        </div>
      ))}
    </Block>
  )
}
