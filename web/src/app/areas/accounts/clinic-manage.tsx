import { hoursOn, hoursText } from '@dentin/kit/hours'
import { useState } from 'react'
import { Link } from 'react-router'
import { useClinicSettings } from '../../../lib/clinic-settings.ts'
import { useUserInfo } from '../../../features/identity/index.ts'
import { permissions, useCan } from '../../../lib/permission.ts'
import { session } from '../../../lib/session.ts'
import { Icon, Page, PageHeader, PageTitle, Skeleton, type IconName } from '../../../ui/index.ts'
import { MobileActions } from '../../layout/FrameSearch.tsx'
import { NO_CLINIC_PROMPT } from '../../layout/no-clinic.ts'
import { useNew } from '../../layout/use-new.ts'
import { exists } from '../../routes.ts'
import s from './clinic-manage.module.css'
import { presentDay } from '../../../lib/present.ts'

/** What one does on each screen, in one line. */
const PURPOSE: Readonly<Record<string, string>> = {
  '/dashboard': '谁预约了、到了、等了多久、该收费了',
  '/doctorIndex': '自己的候诊患者，叫号、接诊、写病历',
  '/myAppointmentBoard': '按医生看一天的时段，拖动新建和改约',
  '/myAppointmentList': '按日期和状态查找预约',
  '/allTimePatients': '查找患者，打开档案',
  '/patientMedicalRecord': '待写、待签和已签的病历',
  '/myTemplete': '写病历时插入的模板和词条',
  '/orderSet': '开单、收费、打印收据',
  '/baseEmployee': '员工资料、岗位、停职与离职',
  '/employeEaudit': '审核申请加入本门诊的人',
  '/employeeSet': '员工在预约板的次序、科室、诊椅',
}

function Row({
  icon,
  title,
  hint,
  to,
  onClick,
}: {
  icon: IconName
  title: string
  hint?: string
  to?: string
  onClick?: () => void
}) {
  const inside = (
    <>
      <span className={s.icon}>
        <Icon name={icon} size={18} />
      </span>
      <span className={s.words}>
        <span className="bold">{title}</span>
        {hint && <span className="t-13 secondary">{hint}</span>}
      </span>
      <Icon name="chevron-right" size={16} className="tertiary" />
    </>
  )
  return (
    <li>
      {to ? (
        <Link to={to} className={s.row}>
          {inside}
        </Link>
      ) : (
        <button type="button" className={s.row} onClick={onClick}>
          {inside}
        </button>
      )}
    </li>
  )
}

function ClinicFacts() {
  const settings = useClinicSettings().data
  const [present] = useState(presentDay)
  if (!settings) return <Skeleton width={240} />
  const today = hoursOn(settings.hours, present)
  return (
    <p className="t-13 secondary">
      {[today ? `今天营业 ${hoursText(today)}` : '今天不营业', settings.phone, settings.address]
        .filter(Boolean)
        .join('　')}
    </p>
  )
}

/** The guide page: where the work begins, as far as the post allows it. */
export default function ClinicManagePage() {
  useCan()
  const info = useUserInfo().data
  const { entries, open } = useNew()
  const menu = (permissions.get()?.menu ?? []).filter((entry) => !entry.hidden && exists(entry.path))
  const inClinic = Boolean(session.get()?.clinicId)
  return (
    <Page scroll padded>
      <PageTitle sub={info?.clinicName} mobileActions={inClinic ? <MobileActions /> : undefined} />
      <div className={s.column}>
        <div>
          <h2 className="t-22">
            {info ? `${info.employeeName || info.nickName || '您'}，您好` : <Skeleton width={160} height={22} />}
          </h2>
          {inClinic ? <ClinicFacts /> : <p className="t-14 secondary">{NO_CLINIC_PROMPT}</p>}
        </div>
        {menu.length > 0 && (
          <section>
            <PageHeader title="去工作" ruled />
            <ul>
              {menu.map((entry) => (
                <Row
                  key={entry.path}
                  to={entry.path}
                  icon={entry.icon as IconName}
                  title={entry.title}
                  hint={PURPOSE[entry.path]}
                />
              ))}
            </ul>
          </section>
        )}
        {entries.length > 0 && (
          <section>
            <PageHeader title="新建" ruled />
            <ul>
              {entries.map((entry) => (
                <Row key={entry.key} icon={entry.icon} title={entry.label} onClick={() => open(entry.key)} />
              ))}
            </ul>
          </section>
        )}
        <section>
          <PageHeader title="我的账号" ruled />
          <ul>
            {inClinic ? (
              <Row to="/userFactory" icon="building" title="我的门诊" hint="门诊资料、证照、会员" />
            ) : (
              <Row to="/userFactoryNav" icon="plus" title="创建门诊" hint="单店或连锁，提交证照，审核通过即开通" />
            )}
            <Row to="/userDoctorNav" icon="shield-check" title="医生认证" hint="提交证书，查看审核结果，变更资料" />
            <Row to="/relateClinic" icon="link" title="关联门诊" hint="查找门诊、提交申请、查看审核结果" />
            <Row to="/userInfo/info" icon="user" title="个人信息" hint="昵称、性别、出生日期" />
            <Row to="/userInfo/password" icon="lock" title="修改密码" hint="修改后其他设备上的登录立即失效" />
          </ul>
        </section>
      </div>
    </Page>
  )
}
