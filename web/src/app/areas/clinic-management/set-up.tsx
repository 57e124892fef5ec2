import { Link, Navigate } from 'react-router'
import { leadingBack, useSetUp, SetUpList } from '../../../features/clinic/index.ts'
import { useUserInfo } from '../../../features/identity/index.ts'
import { FirstWeek } from '../../../features/schedule/index.ts'
import { StaffInvite } from '../../../features/staff/index.ts'
import { useLive } from '../../../lib/live.ts'
import { useCan } from '../../../lib/permission.ts'
import { session } from '../../../lib/session.ts'
import { ErrorLine, Icon, Page, PageTitle, SkeletonRows, useIsMobile } from '../../../ui/index.ts'
import { setUpCalls } from '@dentin/contract/set-up'
import s from './set-up.module.css'

/** /setUp: what a new clinic does before its first patient. */
export default function SetUpPage() {
  useLive(['staff', 'schedule', 'tariff', 'patient'], [setUpCalls.setUp])
  const found = useSetUp(session.get()?.clinicId != null)
  const me = useUserInfo().data
  const mobile = useIsMobile()
  const allowed = useCan()
  if (!session.get()?.clinicId) return <Navigate to="/clinicManage" replace />
  const seesStaff = allowed('/employeEaudit:view')
  return (
    <Page scroll>
      <PageTitle />
      {found.error && !found.data ? (
        <ErrorLine onRetry={() => void found.refetch()}>开业准备没有读到：{found.error.message}</ErrorLine>
      ) : !found.data || !me ? (
        <SkeletonRows rows={8} height={60} />
      ) : found.data.steps.length === 0 ? (
        <Navigate to="/" replace />
      ) : (
        <div className={s.page}>
          <div className={s.main}>
            <SetUpList
              setUp={found.data}
              clinicName={me.clinicName ?? ''}
              work={{
                doctors: () => (
                  <>
                    <p className={s.words}>
                      {mobile || !seesStaff ? '同事可以扫码自己注册加入' : '同事可以扫右侧的码自己注册加入'}
                      ，也可以直接登记。
                      {!me.isDoctor && me.employeeId && allowed('/baseEmployee:edit') && (
                        <>
                          您自己看诊？
                          <Link to={leadingBack(`/baseEmployee?open=${me.employeeId}`, 'doctors')}>
                            在本人资料里打开“医生”
                          </Link>
                          就能被预约。
                        </>
                      )}
                    </p>
                    {mobile && seesStaff && <StaffInvite />}
                  </>
                ),
                shifts: (_, skip) => <FirstWeek byHand={leadingBack('/clinicSchedule', 'shifts')} beside={skip} />,
                patients: () => (
                  <p className={s.words}>
                    Excel 名单一次放进来：列名自动对照，好的行先进，有错的行单独列出、改好再传。
                  </p>
                ),
                paper: ({ names: [name, address, phone] }) => (
                  <div className={s.paper}>
                    <strong className="t-18">{name}</strong>
                    <span className="t-13 secondary">{address || '没有地址'}</span>
                    <span className="t-13 secondary num">{phone || '没有电话'}</span>
                  </div>
                ),
              }}
            />
          </div>
          {!mobile && (
            <aside className={s.side} aria-label="同事与起始套装">
              {seesStaff && (
                <section className={s.section}>
                  <h2 className="t-16">同事扫码加入</h2>
                  <StaffInvite />
                </section>
              )}
              <Sets sets={found.data.sets} />
            </aside>
          )}
        </div>
      )}
    </Page>
  )
}

/** What the clinic began with, to be looked at. */
function Sets({ sets }: { sets: { prices: number; records: number; sms: number; followRules: number } }) {
  const allowed = useCan()
  const all = [
    { title: `收费项目 ${sets.prices} 项`, hint: '常用项目，参考价', to: '/baseTariffSet', count: sets.prices },
    {
      title: `病历模板 ${sets.records} 份`,
      hint: '牙体牙髓、牙周、修复、外科、儿牙、正畸',
      to: '/myTemplete',
      count: sets.records,
    },
    {
      title: `短信模板 ${sets.sms} 条`,
      hint: '预约、改约、复查、生日；签名通过后可用',
      to: '/SMSmanagement/templateRecord',
      resource: '/SMSmanagement',
      count: sets.sms,
    },
    {
      title: `随访规则 ${sets.followRules} 条`,
      hint: '拔牙、种植、根管后多久、由谁随访',
      to: '/followRule',
      count: sets.followRules,
    },
  ] as const
  const there = all.filter(({ count }) => count > 0)
  if (there.length === 0) return null
  return (
    <section className={s.section}>
      <div className={s.heading}>
        <h2 className="t-16">起始套装</h2>
        <span className="t-13 secondary">已放好，随时可改</span>
      </div>
      <ul className={s.sets}>
        {there.map((each) => (
          <li key={each.to}>
            <Icon name="check-circle" size={18} className="brand" />
            <span className={s.set}>
              <span>{each.title}</span>
              <span className="t-12 secondary">{each.hint}</span>
            </span>
            {allowed(`${'resource' in each ? each.resource : each.to}:view`) && <Link to={each.to}>看看</Link>}
          </li>
        ))}
      </ul>
    </section>
  )
}
