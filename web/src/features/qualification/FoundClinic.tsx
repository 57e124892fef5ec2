import { authStates } from '@dentin/contract/core/status'
import { useState } from 'react'
import { Button, ErrorLine, Field, Notice, RadioGroup, SkeletonRows } from '../../ui/index.ts'
import { Steps } from './Guide.tsx'
import {
  useApplication,
  useApplyForBranch,
  useAuthStatus,
  useClinicAuth,
  useCreateOrganisation,
  useResubmitOrganisation,
  type Application,
} from './hooks.ts'
import { OrganisationForm } from './OrganisationForm.tsx'
import { OrganisationPapers } from './OrganisationPapers.tsx'
import { momentWords, OrganisationTag } from './words.tsx'
import s from './qualification.module.css'

type Kind = 'single' | 'chain' | 'branch'

/**
 * The way to a clinic of one's own: which kind, the papers, and where the application stands.
 * @param inClinic the session is in a clinic
 * @param wanted the kind that the page was opened for
 */
export function FoundClinic({
  inClinic,
  wanted,
  onKind,
  onEnter,
  onBranchSent,
}: {
  inClinic: boolean
  wanted: Kind
  onKind: (kind: Kind) => void
  /** Goes to work in the clinic that has been opened. */
  onEnter: () => void
  onBranchSent: () => void
}) {
  const application = useApplication()
  const status = useAuthStatus()
  const clinic = useClinicAuth(inClinic)
  const mayBranch = Boolean(clinic.data?.mayEdit && clinic.data.isChain && clinic.data.isMain)
  if (!application.data || (inClinic && !clinic.data && !clinic.error))
    return (
      <div className={s.column}>
        {application.error ? (
          <ErrorLine onRetry={() => void application.refetch()} retrying={application.isFetching}>
            申请没有读到：{application.error.message}
          </ErrorLine>
        ) : (
          <SkeletonRows rows={6} />
        )}
      </div>
    )
  const { authStatus } = application.data
  const opened = !inClinic && status.data?.isRelateClinic
  const kind = wanted === 'branch' && !mayBranch ? 'single' : wanted
  return (
    <div className={s.column}>
      {opened && (
        <Notice
          tone="brand"
          icon="check-circle"
          action={
            <Button variant="primary" onClick={onEnter}>
              进入门诊
            </Button>
          }
        >
          您已有所属门诊，可以进入使用全部功能。
        </Notice>
      )}
      {authStates.is(authStatus, 'inReview') && kind !== 'branch' ? (
        <Waiting application={application.data} mayBranch={mayBranch} onKind={onKind} />
      ) : (
        <>
          {authStates.is(authStatus, 'refused') && kind !== 'branch' && <Refused application={application.data} />}
          {authStates.is(authStatus, 'none') && !opened && <Intro />}
          <Field label="机构类型" group required>
            <RadioGroup
              stacked
              value={kind}
              onChange={onKind}
              options={[
                { value: 'single', label: '单店', hint: '一家门诊，自己管理' },
                { value: 'chain', label: '连锁', hint: '总店和若干分店，一次登记，患者档案可在连锁内共享' },
                {
                  value: 'branch',
                  label: '分店',
                  hint: mayBranch ? '为您管理的连锁增加一家门诊' : '由连锁总店的管理员在总店门诊里申请',
                  disabled: !mayBranch,
                },
              ]}
            />
          </Field>
          <Applying key={kind} kind={kind} application={application.data} onBranchSent={onBranchSent} />
        </>
      )}
    </div>
  )
}

function Intro() {
  return (
    <Steps
      title="怎样创建门诊"
      steps={[
        { name: '准备证照', does: '营业执照，以及《医疗机构执业许可证》或诊所备案凭证的照片，每张 10M 以内。' },
        { name: '填写并提交', does: '机构、门诊和证照资料，与证照一致。' },
        {
          name: '平台审核',
          does: '通过后门诊立即开通，您是机构管理员，并赠送 99 天会员；未通过会写明理由，修改后可以重新提交。',
        },
      ]}
    />
  )
}

function Refused({ application }: { application: Application }) {
  return (
    <>
      <div className={s.head}>
        <OrganisationTag status={2} />
        <span className="t-13 secondary">{momentWords(application.submittedAt)} 提交</span>
      </div>
      <Notice tone="danger" icon="alert-circle">
        未通过：{application.rejectReason}。请修改后重新提交。
      </Notice>
    </>
  )
}

function Waiting({
  application,
  mayBranch,
  onKind,
}: {
  application: Application
  mayBranch: boolean
  onKind: (kind: Kind) => void
}) {
  return (
    <>
      <div className={s.head}>
        <OrganisationTag status={0} />
        <span className="t-13 secondary">
          {application.kind === 3 ? '连锁' : '单店'}　{momentWords(application.submittedAt)} 提交
        </span>
        {mayBranch && (
          <div className={s.end}>
            <Button onClick={() => onKind('branch')}>申请分店</Button>
          </div>
        )}
      </div>
      <Notice tone="wait" icon="clock">
        资料审核中，审核结束前不能修改；通过后门诊立即开通，结果会发到您的消息里。
      </Notice>
      {application.papers && <OrganisationPapers papers={application.papers} branches={application.branchList} />}
    </>
  )
}

function Applying({
  kind,
  application,
  onBranchSent,
}: {
  kind: Kind
  application: Application
  onBranchSent: () => void
}) {
  const create = useCreateOrganisation()
  const resubmit = useResubmitOrganisation()
  const branch = useApplyForBranch()
  const [again] = useState(authStates.is(application.authStatus, 'refused'))
  if (kind === 'branch')
    return (
      <OrganisationForm
        kind="branch"
        from={null}
        keep="organisation-branch"
        submitText="提交审核"
        onSubmit={async ({ isMain: _isMain, branchList: _branches, ...papers }) => {
          await branch.mutateAsync({ companyId: 2, ...papers })
          onBranchSent()
        }}
      />
    )
  return (
    <OrganisationForm
      kind={kind}
      from={again ? application.papers : null}
      branches={again ? application.branchList : []}
      keep={`organisation-${kind}`}
      submitText={again ? '重新提交' : '提交审核'}
      onSubmit={(papers) => (again ? resubmit.mutateAsync(papers) : create.mutateAsync(papers))}
    />
  )
}
