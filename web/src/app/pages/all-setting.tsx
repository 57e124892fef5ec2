import { SettingHome, type SettingPlace } from '../../features/setting/SettingHome.tsx'
import { useCan } from '../../lib/permission.ts'
import { Page, PageTitle } from '../../ui/index.ts'
import { OWN_MENU } from '../children.ts'
import { screens } from '../routes.ts'

const groups: readonly { title: string; places: readonly SettingPlace[] }[] = [
  {
    title: '本门诊',
    places: [
      { to: '/outpatientServiceInfo', title: '门诊信息', hint: '简称、电话、地址、营业时间', icon: 'building' },
      { to: '/configInfo', title: '门诊规则', hint: '预约、候诊、收费的各项规则', icon: 'sliders' },
      { to: '/baseDepartSet', title: '科室与诊椅', hint: '科室、负责人、诊椅与诊室', icon: 'chair' },
      { to: '/baseScheduleSet', title: '班次与节假日', hint: '排班用的班次、休息日', icon: 'clock' },
      { to: '/appointItem', title: '本店预约项目', hint: '开展哪些、多长、网上能不能约', icon: 'calendar' },
      { to: '/tariffsClinic', title: '本店价目', hint: '本店的价格、开展哪些项目', icon: 'receipt' },
      { to: '/address', title: '收货地址', hint: '加工件、采购寄到哪里', icon: 'truck' },
      { to: '/employeeSet', title: '本店员工设置', hint: '次序、科室、诊椅、接诊', icon: 'user-check' },
    ],
  },
  {
    title: '全机构',
    places: [
      { to: '/baseAppointSet', title: '预约项目', hint: '项目、时长、颜色、网上开放', icon: 'calendar' },
      { to: '/baseTariffSet', title: '价目', hint: '分类、收费项目、价格与区间', icon: 'receipt' },
      { to: '/basePatientSourceSet', title: '患者来源', hint: '三级来源与类型', icon: 'transfer' },
      { to: '/baseDictSet', title: '字典', hint: '各种原因、职业、标签、单位等可选的词', icon: 'list' },
      { to: '/postPermission', title: '岗位权限', hint: '每个岗位能看什么、做什么', icon: 'lock' },
      { to: '/myTemplete', title: '病历模板', hint: '写病历时插入的模板', icon: 'file-edit' },
      { to: '/followRule', title: '随访规则', hint: '术后多久、由谁随访', icon: 'phone-call' },
      { to: '/SMSmanagement', title: '短信', hint: '签名、模板、自动发送', icon: 'message' },
    ],
  },
  {
    title: '我自己',
    places: [{ to: '/customizAtion', title: '自定义菜单', hint: '次序、隐藏、常用，跟随账号', icon: 'menu' }],
  },
]

/** /allSetting: everything that can be set. */
export default function AllSetting() {
  const allowed = useCan()
  const there = ({ to }: SettingPlace) =>
    (to === OWN_MENU || allowed(`${to}:view`)) && screens.some((screen) => (screen.path as string) === to)
  return (
    <Page scroll>
      <PageTitle title="设置" />
      <SettingHome groups={groups.map(({ title, places }) => ({ title, places: places.filter(there) }))} />
    </Page>
  )
}
