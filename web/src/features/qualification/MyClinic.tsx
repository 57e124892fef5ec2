import { qualification } from '@dentin/contract/qualification'
import { useState } from 'react'
import { Link } from 'react-router'
import { useCallForm } from '../../lib/form.ts'
import {
  Button,
  ErrorLine,
  Field,
  Icon,
  LinkButton,
  Notice,
  PageHeader,
  ScrollRegion,
  SkeletonRows,
  TextField,
  toast,
  type IconName,
} from '../../ui/index.ts'
import { FormDialog } from '../../ui/heavy.ts'
import { useChangeClinicInfo, useChangeLicence, useClinicAuth, type ClinicAuth } from './hooks.ts'
import { OrganisationForm } from './OrganisationForm.tsx'
import { ComparedPapers, OrganisationPapers } from './OrganisationPapers.tsx'
import { momentWords, OrganisationTag } from './words.tsx'
import s from './qualification.module.css'

/** A page that belongs to the clinic and is reached from here. */
export interface ClinicLink {
  to: string
  icon: IconName
  title: string
  hint: string
}

/** 我的门诊: what the clinic is, its licences in force, a change that waits, the branches, and what belongs to it. */
export function MyClinic({ links }: { links: readonly ClinicLink[] }) {
  const auth = useClinicAuth(true)
  const change = useChangeLicence()
  const [changing, setChanging] = useState(false)
  const [editing, setEditing] = useState(false)
  const clinic = auth.data
  if (!clinic)
    return (
      <div className={s.column}>
        {auth.error ? (
          <ErrorLine onRetry={() => void auth.refetch()} retrying={auth.isFetching}>
            门诊资料没有读到：{auth.error.message}
          </ErrorLine>
        ) : (
          <SkeletonRows rows={8} />
        )}
      </div>
    )
  if (changing)
    return (
      <div className={s.column}>
        <Notice tone="brand">变更提交后由平台审核，通过前仍使用现在的证照。</Notice>
        <OrganisationForm
          kind="change"
          from={clinic.current}
          keep={`licences-${clinic.clinicId}`}
          submitText="提交变更"
          onSubmit={async ({ isMain: _isMain, branchList: _branches, ...papers }) => {
            await change.mutateAsync(papers)
            setChanging(false)
          }}
          onCancel={() => setChanging(false)}
        />
      </div>
    )
  return (
    <div className={s.column}>
      <div className={s.head}>
        <h2 className="t-18">{clinic.current.clinicName}</h2>
        <OrganisationTag status={clinic.authStatus} />
        {clinic.mayEdit && (
          <div className={s.end}>
            <Button icon="phone" onClick={() => setEditing(true)}>
              简称与电话
            </Button>
            {!clinic.change && (
              <Button icon="pencil" onClick={() => setChanging(true)}>
                变更证照
              </Button>
            )}
          </div>
        )}
      </div>
      <PermitNotice clinic={clinic} />
      {clinic.rejectReason && (
        <Notice tone="danger" icon="alert-circle">
          上次的变更未通过：{clinic.rejectReason}。原证照继续有效。
        </Notice>
      )}
      {links.length > 0 && (
        <section>
          <PageHeader title="门诊服务" ruled />
          <ul>
            {links.map((link) => (
              <li key={link.to}>
                <Link to={link.to} className={s.link}>
                  <Icon name={link.icon} size={18} />
                  <span className={s.linkWords}>
                    <span className="bold">{link.title}</span>
                    <span className="t-13 secondary">{link.hint}</span>
                  </span>
                  <Icon name="chevron-right" size={16} className="tertiary" />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {clinic.change ? (
        <ScrollRegion label="证照对照" className={s.form}>
          <PageHeader title="证照对照" sub={`变更于 ${momentWords(clinic.change.submittedAt)} 提交`} ruled />
          <Notice tone="wait" icon="clock">
            变更审核中，通过前仍使用现在的证照。
          </Notice>
          <ComparedPapers before={clinic.current} after={clinic.change.papers} withPictures={clinic.mayEdit} />
        </ScrollRegion>
      ) : (
        <ScrollRegion label="门诊与证照" className={s.form}>
          <PageHeader title="门诊与证照" ruled />
          <OrganisationPapers papers={clinic.current} withPictures={clinic.mayEdit} />
        </ScrollRegion>
      )}
      {clinic.mayEdit && clinic.isChain && clinic.isMain === 1 && <Branches clinic={clinic} />}
      {editing && <InfoDialog clinic={clinic} onClose={() => setEditing(false)} />}
    </div>
  )
}

function PermitNotice({ clinic }: { clinic: ClinicAuth }) {
  const { daysLeft, current } = clinic
  // A renewal that waits is told of below.
  if (daysLeft === null || daysLeft > 60 || (clinic.change && daysLeft >= 0)) return null
  if (daysLeft < 0)
    return (
      <Notice tone="danger" icon="alert">
        执业许可证已于 {current.permitExpire} 到期，请换证后提交变更。门诊功能照常可用。
      </Notice>
    )
  return (
    <Notice tone="wait" icon="clock">
      执业许可证将于 {current.permitExpire} 到期，还有 {daysLeft} 天，请及时换证并提交变更。
    </Notice>
  )
}

function Branches({ clinic }: { clinic: ClinicAuth }) {
  return (
    <section>
      <PageHeader
        title="分店申请"
        count={clinic.branches.length}
        ruled
        actions={
          <LinkButton to="/userFactoryNav?kind=branch" icon="plus">
            申请分店
          </LinkButton>
        }
      />
      {clinic.branches.length === 0 ? (
        <p className={`${s.line} secondary`}>没有审核中的分店。开通的分店在右上角切换门诊。</p>
      ) : (
        <ul>
          {clinic.branches.map((branch) => (
            <li key={branch.id} className={s.line}>
              <span className="bold">{branch.clinicName}</span>
              <OrganisationTag status={branch.status} />
              <span className="t-13 secondary">{momentWords(branch.submittedAt)} 提交</span>
              {branch.rejectReason && <span className="t-13 danger">{branch.rejectReason}</span>}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function InfoDialog({ clinic, onClose }: { clinic: ClinicAuth; onClose: () => void }) {
  const change = useChangeClinicInfo()
  const form = useCallForm(qualification.updateClinicAuthInfo, {
    defaultValues: { clinicShortName: clinic.current.clinicShortName, phone: clinic.current.phone },
  })
  const { isDirty } = form.formState
  const submit = form.save(change.mutateAsync, () => {
    toast.success('修改成功')
    onClose()
  })
  return (
    <FormDialog
      title="简称与电话"
      onClose={onClose}
      form={form}
      onSubmit={submit}
      submitText="保存"
      submitDisabled={!isDirty}
      sticky
    >
      <Field label="门诊简称" required error={form.errorOf('clinicShortName')}>
        <TextField maxLength={12} {...form.register('clinicShortName')} />
      </Field>
      <Field label="门诊电话" required error={form.errorOf('phone')}>
        <TextField maxLength={20} {...form.register('phone')} />
      </Field>
    </FormDialog>
  )
}
