import { useState } from 'react'
import {
  AppFrame,
  Avatar,
  Button,
  CardInLane,
  FooterBar,
  Icon,
  IconButton,
  InfoBar,
  Kbd,
  KeyHints,
  Lane,
  Money,
  Page,
  PageTitle,
  Stat,
  Switcher,
  StatusTag,
  Tag,
  TextField,
  Timeline,
  Toolbar,
  WaitMinutes,
} from './index.ts'

/** Frame, bars, lanes and timeline, for development. */
export default function FrameGallery() {
  const [rail, setRail] = useState(false)
  return (
    <AppFrame
      head={{ title: '今日', crumbs: [] }}
      home="/"
      rail={rail}
      onRailChange={setRail}
      activeKey="today"
      user={{ name: '秦晓岚', role: '前台' }}
      clinic={<Switcher>望湖路门诊</Switcher>}
      nav={[
        {
          label: '接诊',
          items: [
            { key: 'today', to: '/', label: '今日', icon: 'today', badge: 6 },
            { key: 'board', to: '/', label: '预约', icon: 'calendar' },
            { key: 'patients', to: '/', label: '患者', icon: 'users' },
            { key: 'records', to: '/', label: '病历', icon: 'file', badge: 3 },
            { key: 'images', to: '/', label: '影像', icon: 'image' },
            { key: 'bills', to: '/', label: '收费', icon: 'receipt', badge: 3 },
            { key: 'cards', to: '/', label: '会员', icon: 'card' },
            { key: 'follow', to: '/', label: '随访', icon: 'phone-call', badge: 5 },
          ],
        },
        {
          label: '经营',
          items: [
            { key: 'stock', to: '/', label: '库房', icon: 'boxes', badge: 2 },
            { key: 'design', to: '/', label: '设计订单', short: '设计', icon: 'ruler' },
            { key: 'reports', to: '/', label: '报表', icon: 'bars' },
            { key: 'settings', to: '/', label: '设置', icon: 'gear' },
          ],
        },
      ]}
      tabs={[
        { key: 'today', to: '/', label: '今日', icon: 'today' },
        { key: 'board', to: '/', label: '预约', icon: 'calendar' },
        { key: 'patients', to: '/', label: '患者', icon: 'users' },
        { key: 'messages', to: '/', label: '消息', icon: 'bell', badge: 12 },
        { key: 'me', to: '/', label: '我的', icon: 'user' },
      ]}
      search={
        <TextField
          aria-label="找患者"
          icon="search"
          placeholder="姓名、拼音首字母、手机尾号、病历号"
          suffix={<Kbd>/</Kbd>}
        />
      }
      actions={
        <>
          <Button variant="primary" icon="plus" iconRight="chevron-down">
            新建
          </Button>
          <IconButton icon="bell" label="消息" badge={12} />
          <IconButton icon="help" label="快捷键" />
        </>
      }
    >
      <PageTitle sub="11月20日 周五 · 十月十二" />
      <Page>
        <InfoBar
          lead={<Avatar gender={1} age={34} size={44} />}
          title="周雨桐"
          aside={
            <>
              女 34岁 <Tag tone="member">金卡会员</Tag>
            </>
          }
          facts={<span>病历号 20230418</span>}
          alerts={
            <Tag tone="danger" icon="alert">
              青霉素过敏
            </Tag>
          }
          figures={[
            { label: '会员余额', value: <Money yuan="3860.00" /> },
            { label: '欠费', value: <Money yuan="620.00" as="debt" /> },
          ]}
          actions={
            <>
              <Button icon="calendar-plus">预约</Button>
              <Button variant="primary" icon="file-edit">
                写病历
              </Button>
            </>
          }
        />
        <Toolbar end={<Button icon="user-plus">现场挂号</Button>}>
          <Stat label="今日" value={46} unit="人" />
          <Stat label="已到店" value={24} unit="人" />
          <Stat label="实收" value="8,214.00" />
        </Toolbar>
        <div style={{ display: 'flex', gap: 12, padding: '0 var(--gutter) 12px', minHeight: 0, flex: 1 }}>
          {[1, 2].map((lane) => (
            <div key={lane} style={{ width: 227, display: 'flex' }}>
              <Lane title="候诊" count={6} tone="wait" shape="half" note="平均等待 21 分">
                {[11, 47, 29].map((minutes) => (
                  <CardInLane
                    key={minutes}
                    number="03"
                    title="陈国栋"
                    aside="男 52"
                    marks={[<Icon key="allergy" name="alert" size={14} className="danger" label="过敏" />]}
                    figure={<WaitMinutes minutes={minutes} />}
                    line="急性牙髓炎　许明哲"
                    foot={
                      <>
                        现场 10:31 <Tag tone="danger">急诊</Tag>
                      </>
                    }
                    action={
                      <Button variant="row" size="xs">
                        叫号
                      </Button>
                    }
                    progress={{
                      value: minutes / 60,
                      label: '等待',
                      tone: minutes > 40 ? 'danger' : minutes > 20 ? 'wait' : 'muted',
                    }}
                    onOpen={() => setRail(!rail)}
                  />
                ))}
              </Lane>
            </div>
          ))}
          <div style={{ flex: 1, overflow: 'auto' }}>
            <Timeline
              label="就诊时间轴"
              items={[
                {
                  key: '1',
                  date: '今天',
                  sub: '09:55 到店',
                  mark: { tone: 'wait', shape: 'half' },
                  tinted: true,
                  content: (
                    <>
                      <b className="bold">冠修复</b> <StatusTag kind="appointment" value={3} />
                    </>
                  ),
                },
                { key: '2', date: '10月30日', sub: '2026', content: <b className="bold">慢性根尖周炎</b> },
                { key: '3', date: '10月16日', sub: '2026', content: <b className="bold">慢性根尖周炎</b> },
              ]}
            />
          </div>
        </div>
        <FooterBar
          start={
            <KeyHints
              keys={[
                { keys: 'F2', does: '加项目' },
                { keys: 'Enter', does: '收款并打印' },
              ]}
            />
          }
        >
          <Button>存草稿</Button>
          <Button variant="primary">签名并锁定</Button>
        </FooterBar>
      </Page>
    </AppFrame>
  )
}
