import { associationStates } from '@dentin/contract/staff'
import { useState } from 'react'
import { can } from '../../lib/permission.ts'
import { session } from '../../lib/session.ts'
import { Button, copyText, LetterAvatar, QrCode, Segmented, TextButton, toast } from '../../ui/index.ts'
import { ApproveDialog } from './ApproveDialog.tsx'
import { useApplications, useApprove, useInduction, type Application } from './hooks.ts'
import { invitationTo, labelIn } from './words.ts'
import s from './invite.module.css'

/** Those who are asked most often, in the order of the list. */
const ASKED = [
  { value: 3, label: '前台' },
  { value: 2, label: '护士' },
  { value: 1, label: '医生' },
] as const
const lately = { keyword: '', pageNum: 1, pageSize: 5 }

/** A code that staff scan to register and apply; who came, and one click that admits. */
export function StaffInvite() {
  const [job, setJob] = useState<number>(ASKED[0].value)
  const [asked, setAsked] = useState<Application | null>(null)
  const waiting = useApplications({ ...lately, state: 'pending' })
  const decided = useApplications({ ...lately, state: 'decided' })
  const { jobTypes, posts } = useInduction()
  const approve = useApprove()
  const clinicId = session.get()?.clinicId ?? ''
  const link = invitationTo(window.location.origin, clinicId, job)
  const mayAdmit = can('/employeEaudit:audit')
  const admit = (application: Application) => {
    const post = posts.find(({ jobType, mayGive }) => mayGive && jobType === application.jobType)
    // Nobody said as what, or the post is one that somebody else has to give: asked in full.
    if (!post || application.jobType === null) return setAsked(application)
    approve.mutate(
      {
        clinicId,
        userId: application.userId,
        realName: application.firstName,
        phone: application.phone,
        job: post.id,
        jobType: application.jobType,
        workType: 1,
        workStatus: 1,
        remark: '',
      },
      {
        onSuccess: () => toast.success(`${application.firstName} 已加入本门诊`),
        onError: () => setAsked(application),
      },
    )
  }
  const came = decided.data?.list.filter(({ status }) => associationStates.is(status, 'accepted')) ?? []
  return (
    <div className={s.invite}>
      <div className={s.code}>
        <QrCode text={link} label="同事扫码注册并申请加入本门诊" size={132} />
        <div className={s.as}>
          <span className="t-13 secondary">扫这张码的人是</span>
          <Segmented label="扫码的人" options={ASKED} value={job} onChange={setJob} />
          <span className="t-12 tertiary">扫码后自己注册、提交申请；你同意了才能进来</span>
          <TextButton icon="copy" onClick={() => void copyText(link, '链接')}>
            复制链接
          </TextButton>
        </div>
      </div>
      <ul className={s.people} aria-label="扫码来的人">
        {waiting.data?.list.map((each) => (
          <li key={each.applyId}>
            <LetterAvatar name={each.firstName} size={26} />
            <span className="bold">{each.firstName}</span>
            <span className="t-13 secondary">
              {each.jobType === null ? '' : labelIn(jobTypes, each.jobType)}
              {each.isDoctorAuth && ' · 已认证'}
            </span>
            <span className={`t-13 wait ${s.end}`}>{mayAdmit ? '待你同意' : '待审核'}</span>
            {mayAdmit && (
              <Button size="sm" variant="tint" busy={approve.isPending} onClick={() => admit(each)}>
                同意
              </Button>
            )}
          </li>
        ))}
        {came.map((each) => (
          <li key={each.applyId}>
            <LetterAvatar name={each.employeeName ?? each.firstName} size={26} />
            <span className="bold">{each.employeeName ?? each.firstName}</span>
            <span className="t-13 secondary">{each.posts.join('、')}</span>
            <span className={`t-13 ${s.end} ${s.joined}`}>已加入 {each.auditTime?.slice(5, 16)}</span>
          </li>
        ))}
        {waiting.data?.list.length === 0 && came.length === 0 && (
          <li className="t-13 tertiary">还没有人扫码；也可以把链接发到门诊的群里</li>
        )}
      </ul>
      {asked && <ApproveDialog application={asked} onClose={() => setAsked(null)} />}
    </div>
  )
}
