import { associationStates } from '@dentin/contract/staff'
import { useState } from 'react'
import { Button, confirm, ErrorLine, Notice, PageHeader, SkeletonRows, Tag, TextButton, toast } from '../../ui/index.ts'
import { ApplyTag } from './ApplyTag.tsx'
import { ApplyDialog } from './ApplyDialog.tsx'
import {
  useInvitingClinic,
  useOwnApplications,
  useRelatedClinics,
  useRelease,
  useWithdraw,
  type OwnApplication,
  type RelatedClinic,
} from './hooks.ts'
import { minute } from './words.ts'
import s from './staff.module.css'
import { ClinicWords, Search } from './ClinicSearch.tsx'

/** Looks for a clinic and asks to belong to it; what became of the applications; the clinics one belongs to. */
export function RelateClinic({
  invitation = null,
  onEnter,
  onLeft,
}: {
  /** The clinic whose link was followed, and as what it proposes to come. */
  invitation?: { clinicId: string; jobType: number | null } | null
  /** Goes to work in a clinic. */
  onEnter: (clinicId: string) => void
  /** The relation with the present clinic has ended: the session goes on without one. */
  onLeft: () => void
}) {
  const related = useRelatedClinics()
  const applications = useOwnApplications(1)
  const stateOf = (clinicId: string): 'related' | 'waiting' | null => {
    if (related.data?.some((each) => each.clinicId === clinicId)) return 'related'
    return applications.data?.list.some(
      (each) => each.clinicId === clinicId && associationStates.is(each.status, 'waiting'),
    )
      ? 'waiting'
      : null
  }
  const known = related.data !== undefined && applications.data !== undefined
  return (
    <div className={s.column}>
      {invitation && known && (
        <Invited
          key={invitation.clinicId}
          clinicId={invitation.clinicId}
          jobType={invitation.jobType}
          state={stateOf(invitation.clinicId)}
        />
      )}
      <Search stateOf={stateOf} />
      <section>
        <PageHeader title="我的申请" count={applications.data?.total} ruled />
        {applications.error ? (
          <ErrorLine onRetry={() => void applications.refetch()} retrying={applications.isFetching}>
            申请没有读到：{applications.error.message}
          </ErrorLine>
        ) : !applications.data ? (
          <SkeletonRows rows={2} height={64} />
        ) : applications.data.list.length === 0 ? (
          <p className={s.nothing}>还没有申请过。找到门诊后点“申请关联”，由门诊的管理员审核。</p>
        ) : (
          <ul>
            {applications.data.list.map((each) => (
              <ApplicationLine key={each.applyId} application={each} />
            ))}
          </ul>
        )}
      </section>
      <section>
        <PageHeader title="已关联的门诊" count={related.data?.length} ruled />
        {related.error ? (
          <ErrorLine onRetry={() => void related.refetch()} retrying={related.isFetching}>
            门诊没有读到：{related.error.message}
          </ErrorLine>
        ) : !related.data ? (
          <SkeletonRows rows={1} height={64} />
        ) : related.data.length === 0 ? (
          <p className={s.nothing}>还没有所属门诊。</p>
        ) : (
          <ul>
            {related.data.map((each) => (
              <RelatedLine key={each.clinicId} clinic={each} onEnter={onEnter} onLeft={onLeft} />
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}

/** The clinic of a link that was followed: asking to be taken in is open already. */
function Invited({
  clinicId,
  jobType,
  state,
}: {
  clinicId: string
  jobType: number | null
  state: 'related' | 'waiting' | null
}) {
  const clinic = useInvitingClinic(clinicId)
  const [asking, setAsking] = useState(true)
  if (clinic.error) return <ErrorLine>链接里的门诊没有找到，可以按名称查找</ErrorLine>
  if (!clinic.data) return <SkeletonRows rows={1} height={64} />
  return (
    <section aria-label="邀请您的门诊">
      <PageHeader title="邀请您的门诊" ruled />
      <ul>
        <li className={s.line}>
          <ClinicWords clinic={clinic.data} />
          {state === 'related' ? (
            <Tag tone="done" icon="check">
              已关联
            </Tag>
          ) : state === 'waiting' ? (
            <ApplyTag status={0} />
          ) : (
            <Button variant="primary" onClick={() => setAsking(true)}>
              申请加入
            </Button>
          )}
        </li>
      </ul>
      {state === null && asking && (
        <ApplyDialog clinic={clinic.data} jobType={jobType} onClose={() => setAsking(false)} />
      )}
    </section>
  )
}

function ApplicationLine({ application }: { application: OwnApplication }) {
  const withdraw = useWithdraw()
  const { status } = application
  const take = async () => {
    if (
      !(await confirm({
        title: `撤回对${application.clinicName}的申请？`,
        body: '撤回后可以重新申请。',
        okText: '撤回',
      }))
    )
      return
    withdraw.mutate(
      { applyId: application.applyId },
      { onSuccess: () => toast.success('已撤回'), onError: (error) => toast.error(error.message) },
    )
  }
  return (
    <li className={s.line}>
      <div className={s.words}>
        <div className={s.lineHead}>
          <span className="bold">{application.clinicName}</span>
          <ApplyTag status={status} />
        </div>
        <div className="t-13 secondary">
          {application.firstName}　{minute(application.applyTime)} 提交
          {application.note && `　附言：${application.note}`}
        </div>
        {application.auditName && (
          <div className="t-13 secondary">
            {application.auditName}　{minute(application.auditTime)}{' '}
            {associationStates.is(status, 'refused') ? '驳回' : '通过'}
          </div>
        )}
        {application.endedTime && (
          <div className="t-13 secondary">
            {minute(application.endedTime)} {associationStates.is(status, 'withdrawn') ? '撤回' : '解除关联'}
          </div>
        )}
        {associationStates.is(status, 'refused') && (
          <Notice tone="danger" icon="alert-circle">
            不通过理由：{application.remark}
          </Notice>
        )}
      </div>
      {associationStates.is(status, 'waiting') && (
        <TextButton tone="quiet" disabled={withdraw.isPending} onClick={() => void take()}>
          撤回
        </TextButton>
      )}
    </li>
  )
}

function RelatedLine({
  clinic,
  onEnter,
  onLeft,
}: {
  clinic: RelatedClinic
  onEnter: (clinicId: string) => void
  onLeft: () => void
}) {
  const release = useRelease()
  const [refusal, setRefusal] = useState<string | null>(null)
  const end = async () => {
    const sure = await confirm({
      title: `解除与${clinic.clinicName}的关联？`,
      body: '解除后不能再进入该门诊，您写过的病历、单据仍保留姓名。再次加入须重新申请。',
      okText: '解除关联',
      danger: true,
    })
    if (!sure) return
    setRefusal(null)
    release.mutate(
      { clinicId: clinic.clinicId },
      {
        onSuccess: ({ leftCurrent }) => {
          toast.success('已解除关联')
          if (leftCurrent) onLeft()
        },
        onError: (error) => setRefusal(error.message),
      },
    )
  }
  return (
    <li className={s.line}>
      <ClinicWords clinic={clinic} />
      <div className={s.lineEnd}>
        <span className="t-13 secondary">{[clinic.employeeName, ...clinic.posts].join(' · ')}</span>
        {clinic.isCurrent ? (
          <Tag tone="brand">当前门诊</Tag>
        ) : (
          <Button variant="tint" onClick={() => onEnter(clinic.clinicId)}>
            进入
          </Button>
        )}
        <TextButton tone="quiet" disabled={release.isPending} onClick={() => void end()}>
          解除关联
        </TextButton>
      </div>
      {refusal && <ErrorLine>{refusal}</ErrorLine>}
    </li>
  )
}
