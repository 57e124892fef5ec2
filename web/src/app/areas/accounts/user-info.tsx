import { Navigate, useNavigate, useParams } from 'react-router'
import { ReceptionToggle } from '../../../features/clinic/index.ts'
import {
  useClinics,
  useUserInfo,
  ChangePasswordForm,
  OwnInfoForm,
  OwnSignature,
} from '../../../features/identity/index.ts'
import { can } from '../../../lib/permission.ts'
import { usePicture } from '../../../lib/pictures.ts'
import { session } from '../../../lib/session.ts'
import { Icon, LetterAvatar, Page, PageTitle, Tabs, useIsMobile, type IconName } from '../../../ui/index.ts'
import { useSwitchClinic } from '../../layout/ClinicSwitcher.tsx'
import { useSignOut } from '../../layout/UserMenu.tsx'
import s from './user-info.module.css'

const TYPES = [
  { key: 'info', label: '个人信息' },
  { key: 'signature', label: '签名图' },
  { key: 'password', label: '修改密码' },
] as const

function Line({ icon, label, onClick }: { icon: IconName; label: string; onClick: () => void }) {
  return (
    <li>
      <button type="button" className={s.line} onClick={onClick}>
        <Icon name={icon} size={20} />
        <span className={s.lineLabel}>{label}</span>
        <Icon name="chevron-right" size={16} />
      </button>
    </li>
  )
}

/** 我的 of the phone: who one is, own pages, the other clinics, signing out. */
function Mine() {
  const info = useUserInfo().data
  const clinics = useClinics().data ?? []
  const navigate = useNavigate()
  const leaving = useSignOut()
  const switching = useSwitchClinic()
  return (
    <Page scroll padded>
      <PageTitle title="我的" />
      <div className={s.person}>
        <LetterAvatar name={info?.employeeName || info?.nickName || ''} src={usePicture(info?.avatar).src} size={48} />
        <div className={s.words}>
          <div className="t-18">{info?.employeeName}</div>
          <div className="t-13 secondary">{[info?.clinicName, info?.posts.join('、')].filter(Boolean).join('　')}</div>
        </div>
        {info?.clinicId && <ReceptionToggle />}
      </div>
      <ul>
        <Line
          icon="building"
          label={info?.clinicId ? '我的门诊' : '创建门诊'}
          onClick={() => void navigate(info?.clinicId ? '/userFactory' : '/userFactoryNav')}
        />
        <Line icon="shield-check" label="医生认证" onClick={() => void navigate('/userDoctorNav')} />
        <Line icon="user" label="个人信息" onClick={() => void navigate('/userInfo/info')} />
        {info?.clinicId && <Line icon="menu" label="自定义菜单" onClick={() => void navigate('/customizAtion')} />}
        {signs() && <Line icon="signature" label="签名图" onClick={() => void navigate('/userInfo/signature')} />}
        <Line icon="lock" label="修改密码" onClick={() => void navigate('/userInfo/password')} />
        {clinics
          .filter((each) => each.clinicId !== session.get()?.clinicId)
          .map((each) => (
            <Line
              key={each.clinicId}
              icon="building"
              label={`切换到${each.clinicName}`}
              onClick={() => switching.begin(each.clinicId)}
            />
          ))}
        <Line icon="logout" label="退出登录" onClick={leaving.begin} />
      </ul>
      {switching.question}
      {leaving.question}
    </Page>
  )
}

/** Whether somebody signs records or prescriptions, in the clinic at work. */
const signs = () =>
  Boolean(session.get()?.clinicId) &&
  (
    [
      '/patientMedicalRecord:sign',
      '/patientMedicalRecord:approve',
      '/prescription:add',
      '/prescription:audit',
      '/prescription:dispense',
    ] as const
  ).some(can)

/** Own information and password; on the phone also the page behind 我的. */
export default function UserInfoPage() {
  const { type = 'info' } = useParams()
  const navigate = useNavigate()
  const mobile = useIsMobile()
  if (type === 'me') return mobile ? <Mine /> : <Navigate to="/userInfo/info" replace />
  const types = TYPES.filter(({ key }) => key !== 'signature' || signs())
  const known = types.find((each) => each.key === type)
  if (!known) return <Navigate to="/404" replace />
  return (
    <Page scroll padded>
      <PageTitle
        title={mobile ? known.label : undefined}
        crumbs={mobile ? [{ label: '我的', to: '/userInfo/me' }] : undefined}
      />
      {!mobile && (
        <Tabs
          label="我的账号"
          items={types.map(({ key, label }) => ({ key, label }))}
          value={known.key}
          onChange={(key: string) => void navigate(`/userInfo/${key}`)}
        />
      )}
      <div className={s.body}>
        {known.key === 'info' ? <OwnInfoForm /> : known.key === 'signature' ? <OwnSignature /> : <ChangePasswordForm />}
      </div>
    </Page>
  )
}
