import { lazy, StrictMode, Suspense, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createHashRouter, RouterProvider } from 'react-router'
import { cx } from './cx.ts'
import './theme/styles.ts'
import { iconPaths } from './icon/paths.ts'
import {
  Avatar,
  Button,
  Checkbox,
  confirm,
  ConfirmHost,
  cssVar,
  EmptyState,
  ErrorLine,
  Field,
  HotkeyHelp,
  Icon,
  Kbd,
  Logo,
  LoginArches,
  Money,
  PrintPage,
  PrintView,
  Segmented,
  Skeleton,
  StatusIcon,
  statusList,
  statusOf,
  StatusTag,
  Tabs,
  Tag,
  TextField,
  toast,
  ToastHost,
  tokens,
  WaitMinutes,
  type IconName,
  type TokenName,
} from './index.ts'
import g from './gallery.module.css'

const HeavyGallery = lazy(() => import('./gallery-heavy.tsx'))
const FrameGallery = lazy(() => import('./gallery-frame.tsx'))

function Swatches({ items, wide }: { items: readonly (readonly [TokenName, string])[]; wide?: boolean }) {
  return (
    <ul className={g.swatches}>
      {items.map(([name, label]) => (
        <li key={name}>
          <span className={g.swatch} style={{ background: cssVar(name) }} />
          <span className={cx('t-12', wide ? '' : 'num')}>{label}</span>
          <span className="t-11 tertiary num">{tokens[name]}</span>
        </li>
      ))}
    </ul>
  )
}

function Colours() {
  return (
    <section>
      <h2 className={g.h}>颜色</h2>
      <p className={g.sub}>品牌（唯一强调色）</p>
      <Swatches
        items={[
          ['brand-50', '50'],
          ['brand-100', '100'],
          ['brand-200', '200'],
          ['brand-300', '300'],
          ['brand-400', '400'],
          ['brand-500', '500'],
          ['brand-600', '600'],
          ['brand-700', '700'],
          ['brand-800', '800'],
        ]}
      />
      <p className={g.sub}>文字与线</p>
      <Swatches
        wide
        items={[
          ['text', '主文'],
          ['text-dense', '正文'],
          ['text-secondary', '次要'],
          ['text-tertiary', '辅助'],
          ['text-quaternary', '禁用'],
          ['border', '描边'],
          ['border-secondary', '分隔'],
          ['layout', '侧底'],
          ['fill', '填充'],
          ['groove', '凹槽'],
        ]}
      />
      <p className={g.sub}>语义</p>
      <Swatches
        wide
        items={[
          ['danger', '危险 欠费'],
          ['danger-bg', '红底'],
          ['wait', '等待'],
          ['wait-bg', '等待底'],
          ['done', '完成'],
          ['booked', '预约'],
          ['chair', '就诊'],
          ['tooth-finding', '病变'],
          ['tooth-existing', '已有治疗'],
          ['tooth-dentin', '牙本质'],
        ]}
      />
      <p className={g.sub}>投影</p>
      <div className={g.shadows}>
        {(['shadow-1', 'shadow-2', 'shadow-3'] as const).map((name, i) => (
          <div key={name} style={{ boxShadow: cssVar(name) }} className={cx(g.shadow, i === 0 && g.lined)}>
            <b className="t-12 bold">{['一级', '二级', '三级'][i]}</b>
            <span className="t-11 secondary">{['按钮', '悬停卡', '浮层'][i]}</span>
          </div>
        ))}
      </div>
      <p className={g.sub}>快捷键</p>
      <div className={g.line}>
        {['/', 'Esc', 'Enter', 'F4', '?'].map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </div>
    </section>
  )
}

function Words() {
  const rows: [string, string, string, string][] = [
    ['t-40 num', '3,480.00', '应收金额', '40/48 600'],
    ['t-24', '登录', '页首', '24/34 600'],
    ['t-22 num', '16,287.00', '合计、指标', '22/28 600'],
    ['t-18', '周雨桐', '患者名', '18/26 600'],
    ['t-16', '账单明细', '区块标题', '16/24 600'],
    ['t-14', '右下后牙咬物痛 3 天', '正文', '14/22 400'],
    ['t-13', '许明哲 · 1 诊室', '密集正文', '13/20 400'],
    ['t-12', '09:55 到店', '辅助、表头', '12/18 400'],
  ]
  return (
    <section>
      <h2 className={g.h}>文字</h2>
      {rows.map(([type, text, use, size]) => (
        <div key={type} className={g.type}>
          <span className={type}>{text}</span>
          <span className={g.typeNote}>
            <span className="t-12 secondary">{use}</span>
            <span className="t-11 tertiary num">{size}</span>
          </span>
        </div>
      ))}
      <p className={g.sub}>数字右对齐，等宽，千分位，两位小数</p>
      <div className={g.sum}>
        <Money yuan="2680.00" />
        <Money yuan="268.00" as="deduction" />
        <Money yuan="120.00" />
        <span className={g.total}>
          <Money yuan="2532.00" strong />
        </span>
      </div>
      <p className={g.sub}>人像（性别 × 年龄段）</p>
      <div className={g.faces}>
        <Avatar gender={0} age={2} />
        <Avatar gender={1} age={2} />
        <Avatar gender={0} age={9} />
        <Avatar gender={1} age={9} />
        <Avatar gender={0} age={40} />
        <Avatar gender={1} age={34} />
        <Avatar gender={0} age={68} />
        <Avatar gender={1} age={70} />
      </div>
      <p className={g.sub}>
        咬合 <span lang="zh">𬌗</span> 面 <b className="bold">𬌗</b> “引号” … — 2026-11-20 −5.00 09:35–10:15
      </p>
    </section>
  )
}

function Controls() {
  const [view, setView] = useState<'day' | 'week' | 'month'>('day')
  const [teeth, setTeeth] = useState<'permanent' | 'deciduous'>('permanent')
  const [tab, setTab] = useState<'overview' | 'record' | 'image'>('overview')
  return (
    <section>
      <h2 className={g.h}>控件</h2>
      <p className={g.sub}>按钮：每个区域只有一个主按钮</p>
      <div className={g.line}>
        <Button variant="primary">主按钮</Button>
        <Button>次按钮</Button>
        <Button variant="tint">浅色</Button>
        <Button variant="text">文字</Button>
      </div>
      <div className={g.line}>
        <Button variant="primary" className={g.hovered}>
          悬停
        </Button>
        <Button variant="primary" className={g.focused}>
          焦点
        </Button>
        <Button variant="primary" busy>
          保存中
        </Button>
        <Button disabled>禁用</Button>
      </div>
      <div className={g.line}>
        <Button
          variant="danger"
          icon="trash"
          onClick={() =>
            void confirm({ title: '删除 张三 的 3 张影像？', body: '删除后不能恢复。', okText: '删除', danger: true })
          }
        >
          删除
        </Button>
        <Button
          variant="row"
          size="xs"
          onClick={() =>
            toast.success('已签到 07 号', { action: { label: '撤销', onClick: () => toast.info('已撤销') } })
          }
        >
          签到
        </Button>
        <Button size="sm">小 28</Button>
        <Button variant="primary" size="lg">
          大 40
        </Button>
      </div>
      <p className={g.sub}>输入</p>
      <div className={g.fields}>
        <Field label="默认">
          <TextField placeholder="姓名" />
        </Field>
        <Field label="悬停">
          <TextField defaultValue="周雨桐" boxClassName={g.hoverField} />
        </Field>
        <Field label="焦点">
          <TextField defaultValue="周雨桐" boxClassName={g.focusField} />
        </Field>
        <Field label="错误" error="手机号少一位">
          <TextField defaultValue="138 0000 204" inputMode="tel" />
        </Field>
        <Field label="只读">
          <TextField readOnly value="20230418" />
        </Field>
        <Field label="带图标" required>
          <TextField icon="lock" defaultValue="许明哲" />
        </Field>
      </div>
      <p className={g.sub}>切换与页签</p>
      <div className={g.line}>
        <Segmented
          label="视图"
          value={view}
          onChange={setView}
          options={[
            { value: 'day', label: '日' },
            { value: 'week', label: '周' },
            { value: 'month', label: '月' },
          ]}
        />
        <Segmented
          label="牙列"
          size="sm"
          value={teeth}
          onChange={setTeeth}
          options={[
            { value: 'permanent', label: '恒牙' },
            { value: 'deciduous', label: '乳牙' },
          ]}
        />
      </div>
      <Tabs
        label="患者"
        value={tab}
        onChange={setTab}
        items={[
          { key: 'overview', label: '概览' },
          { key: 'record', label: '病历', count: 12 },
          { key: 'image', label: '影像', count: 36 },
        ]}
      />
      <p className={g.sub}>标签</p>
      <div className={g.tags}>
        <Tag>草稿</Tag>
        <Tag tone="danger" icon="alert">
          青霉素过敏
        </Tag>
        <Tag tone="wait">剩 68 天</Tag>
        <Tag tone="brand">计划</Tag>
        <Tag tone="member">金卡会员</Tag>
        <Tag tone="outline">初诊</Tag>
      </div>
      <div className={g.line}>
        <Checkbox defaultChecked>打印小票</Checkbox>
        <Checkbox>开电子发票</Checkbox>
        <Checkbox indeterminate checked={false} readOnly>
          部分
        </Checkbox>
        <Checkbox disabled>停用</Checkbox>
      </div>
    </section>
  )
}

function States() {
  const cards = [0, 1, 2, 3, 4, 5, 9]
  return (
    <section>
      <h2 className={g.h}>状态</h2>
      <p className={g.sub}>就诊状态：颜色与形状同时变化</p>
      <div className={g.statuses}>
        {cards.map((value) => (
          <StatusTag key={value} kind="appointment" value={value} />
        ))}
      </div>
      <p className={g.sub}>预约卡</p>
      <div className={g.cards}>
        {cards.map((value) => {
          const look = statusOf('appointment', value)
          return (
            <div
              key={value}
              className={g.card}
              style={{
                background: cssVar(`${look.tone}-bg` as TokenName),
                borderColor: cssVar(`${look.tone}-border` as TokenName),
              }}
            >
              <span style={{ color: cssVar(look.tone as TokenName) }}>
                <StatusIcon shape={look.shape} size={12} />
              </span>
              <span>
                <b className="bold">周雨桐</b> <span className="t-11 secondary">女 34</span>
                <br />
                {look.label}
              </span>
            </div>
          )
        })}
      </div>
      <p className={g.sub}>等待分钟</p>
      <div className={g.waits}>
        <WaitMinutes minutes={5} />
        <WaitMinutes minutes={29} />
        <WaitMinutes minutes={47} />
        <WaitMinutes minutes={22} as="late" size={16} />
      </div>
      <p className={g.sub}>加载：骨架，不转圈</p>
      {[1, 2].map((i) => (
        <div key={i} className={g.bones}>
          <Skeleton round light width={36} height={36} />
          <div>
            <Skeleton width={160 - i * 20} height={10} />
            <Skeleton light width={240 - i * 30} height={8} />
          </div>
        </div>
      ))}
      <p className={g.sub}>空</p>
      <EmptyState hint="今天还没有人候诊" action={<Button size="sm">现场挂号</Button>} />
      <p className={g.sub}>错误：在出错的地方，说清并可重试</p>
      <ErrorLine onRetry={() => toast.error('还是没有连上')}>影像没有传完，已保留 3 张中的 2 张</ErrorLine>
      <p className={g.sub}>其他状态</p>
      <div className={g.tags}>
        {(['registration', 'bill', 'record'] as const).flatMap((kind) =>
          statusList(kind).map(({ value }) => <StatusTag key={`${kind}-${value}`} kind={kind} value={value} />),
        )}
      </div>
    </section>
  )
}

function Components() {
  return (
    <main className={g.board}>
      <h1 className="sr-only">组件</h1>
      <Colours />
      <Words />
      <Controls />
      <States />
    </main>
  )
}

function Icons() {
  return (
    <main className={g.page}>
      <h1 className="t-24">图标</h1>
      <ul className={g.icons}>
        {(Object.keys(iconPaths) as IconName[]).map((name) => (
          <li key={name}>
            <Icon name={name} size={18} />
            <Icon name={name} size={32} />
            <span className="t-11 tertiary">{name}</span>
          </li>
        ))}
      </ul>
    </main>
  )
}

function Sheet() {
  return (
    <PrintView title="普通病历">
      <PrintPage
        logo={<Logo markOnly />}
        clinicName="望湖路门诊"
        contact="电话 0571-0000 0000"
        title="门诊病历"
        number="BL261120-007"
        patient="姓名 周雨桐　性别 女　年龄 34岁　病历号 20230418"
        signatures={[{ label: '患者签名' }, { label: '医师签名' }]}
        note="本页由系统打印"
      >
        {Array.from({ length: 60 }, (_, i) => (
          <p key={i}>口腔检查第 {i + 1} 行：右下后牙咬物痛 3 天</p>
        ))}
      </PrintPage>
    </PrintView>
  )
}

function SignIn() {
  return (
    <main className={g.sign}>
      <div className={g.signLeft}>
        <Logo size={32} />
        <LoginArches className={g.arches} />
        <h1 className={g.slogan}>每一颗牙，都有来处</h1>
      </div>
    </main>
  )
}

const router = createHashRouter([
  { path: '/', element: <Components /> },
  { path: '/icons', element: <Icons /> },
  { path: '/sign', element: <SignIn /> },
  { path: '/print', element: <Sheet /> },
  { path: '/heavy', element: <HeavyGallery /> },
  { path: '/frame', element: <FrameGallery /> },
])

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <Suspense>
      <RouterProvider router={router} />
    </Suspense>
    <ToastHost />
    <ConfirmHost />
    <HotkeyHelp />
  </StrictMode>,
)
