import { useState } from 'react'
import {
  DetailPane,
  Avatar,
  Button,
  Field,
  MoneyInput,
  NumberField,
  RadioGroup,
  Switch,
  Tag,
  TextArea,
  Menu,
  Popover,
  Tooltip,
} from './index.ts'
import {
  BatchButton,
  ColumnButton,
  ComboBox,
  DataTable,
  DatePicker,
  DateRangePicker,
  Dialog,
  Drawer,
  MultiSelect,
  Select,
  TimeField,
  useTableColumns,
  type Column,
  type Sort,
} from './heavy.ts'
import { Toolbar, FilterChip, IconButton, Money, Page, SplitPane, toast } from './index.ts'

interface Row {
  id: string
  name: string
  gender: number
  age: number
  debt: string
}

const names = ['周雨桐', '何志远', '王建军', '宋雅琴', '汪建平', '霍建国', '梁启明', '邵佩兰', '傅俊杰', '毛晓彤']
const rows: Row[] = Array.from({ length: 20 }, (_, i) => ({
  id: String(20230418 + i),
  name: names[i % names.length] ?? '',
  gender: i % 2,
  age: 5 + i * 4,
  debt: `${(i * 137) % 5000}.00`,
}))

const columns: Column<Row>[] = [
  {
    key: 'name',
    title: '患者',
    width: 200,
    locked: true,
    pinned: true,
    render: (row) => (
      <span style={{ display: 'inline-flex', alignItems: 'center', gap: 8 }}>
        <Avatar gender={row.gender} age={row.age} size={26} />
        <b className="bold">{row.name}</b>
        <span className="t-12 secondary">
          {row.gender === 0 ? '男' : '女'} {row.age}
        </span>
      </span>
    ),
  },
  { key: 'number', title: '病历号', width: 120, numeric: true, render: (row) => row.id },
  { key: 'visit', title: '最近就诊', width: 120, numeric: true, sortable: true, render: () => '11-20' },
  {
    key: 'next',
    title: '下次预约',
    width: 140,
    render: () => (
      <Button variant="row" size="xs">
        预约
      </Button>
    ),
  },
  { key: 'source', title: '来源', width: 120, hiddenFirst: true, render: () => '朋友介绍' },
  {
    key: 'debt',
    title: '欠费',
    width: 120,
    align: 'right',
    numeric: true,
    sortable: true,
    render: (row) => <Money yuan={row.debt} as="debt" />,
  },
]

/** The parts built on antd and the table, for development. */
export default function HeavyGallery() {
  const [sort, setSort] = useState<Sort | null>({ key: 'visit', order: 'desc' })
  const [selected, setSelected] = useState<string[]>(['20230420', '20230422'])
  const [open, setOpen] = useState<string | null>('20230418')
  const [page, setPage] = useState(1)
  const [dialog, setDialog] = useState(false)
  const [drawer, setDrawer] = useState(false)
  const [doctor, setDoctor] = useState<string | null>('a')
  const [doctors, setDoctors] = useState<string[]>(['a'])
  const [date, setDate] = useState<string | null>('2026-11-20')
  const [range, setRange] = useState<[string, string] | null>(['2026-11-01', '2026-11-20'])
  const [time, setTime] = useState<string | null>('09:35')
  const [amount, setAmount] = useState('480.00')
  const [count, setCount] = useState<number | null>(2)
  const [on, setOn] = useState(true)
  const [kind, setKind] = useState(1)
  const shown = useTableColumns('gallery', columns)
  const options = [
    { value: 'a', label: '许明哲', hint: '牙体牙髓' },
    { value: 'b', label: '顾清妍', hint: '正畸' },
    { value: 'c', label: '韩朗', hint: '种植' },
  ]
  return (
    <>
      <main style={{ height: '100vh', display: 'flex', flexDirection: 'column' }}>
        <h1 className="sr-only">重组件</h1>
        <div style={{ display: 'grid', gridTemplateColumns: 'repeat(5, 1fr)', gap: 12, padding: 20 }}>
          <Field label="医生" required>
            <Select value={doctor} onChange={setDoctor} options={options} />
          </Field>
          <Field label="医生（多选）">
            <MultiSelect value={doctors} onChange={setDoctors} options={options} />
          </Field>
          <Field label="日期">
            <DatePicker value={date} onChange={setDate} shortcuts />
          </Field>
          <Field label="期间">
            <DateRangePicker value={range} onChange={setRange} />
          </Field>
          <Field label="时间" error="与 10:15 郑博文冲突">
            <TimeField value={time} onChange={setTime} />
          </Field>
          <Field label="金额">
            <MoneyInput value={amount} onChange={setAmount} />
          </Field>
          <Field label="数量">
            <NumberField value={count} onChange={setCount} min={1} unit="颗" />
          </Field>
          <Field label="患者">
            <ComboBox<Row>
              icon="search"
              placeholder="姓名"
              search={async (text) => rows.filter((row) => row.name.includes(text))}
              keyOf={(row) => row.id}
              render={(row) => `${row.name} ${row.id}`}
              textOf={(row) => row.name}
              onPick={(row) => toast.info(row.name)}
              recent={rows.slice(0, 3)}
            />
          </Field>
          <Field label="类型" group>
            <RadioGroup
              value={kind}
              onChange={setKind}
              options={[
                { value: 1, label: '初诊' },
                { value: 2, label: '复诊' },
              ]}
            />
          </Field>
          <Field label="备注">
            <TextArea rows={1} defaultValue="只在内部显示" />
          </Field>
        </div>
        <Toolbar
          end={
            <>
              <ColumnButton columns={shown} />
              <IconButton icon="download" label="导出" variant="default" />
            </>
          }
        >
          <Switch checked={on} onChange={setOn}>
            接诊
          </Switch>
          <Button onClick={() => setDialog(true)}>对话框</Button>
          <Button icon="sliders" onClick={() => setDrawer(true)}>
            更多
          </Button>
          <Menu
            items={[
              { key: 'a', label: '新建患者', icon: 'user-plus', extra: 'N', onSelect: () => toast.info('新建') },
              'divider',
              { key: 'b', label: '删除', icon: 'trash', danger: true, onSelect: () => toast.info('删除') },
            ]}
          >
            <Button variant="primary" icon="plus" iconRight="chevron-down">
              新建
            </Button>
          </Menu>
          <Popover content="浮层内容" title="说明">
            <Button>浮层</Button>
          </Popover>
          <Tooltip text="一句话">
            <Button>提示</Button>
          </Tooltip>
          <FilterChip name="欠费 大于 100" onRemove={() => toast.info('移除')}>
            欠费 大于 100
          </FilterChip>
        </Toolbar>
        <SplitPane>
          <Page>
            <div style={{ display: 'flex', minHeight: 0, flex: 1 }}>
              <DataTable
                label="患者"
                columns={shown}
                rows={rows}
                keyOf={(row) => row.id}
                sort={sort}
                onSort={setSort}
                selected={selected}
                onSelect={setSelected}
                noun="人"
                onOpen={(row) => setOpen(row.id)}
                openKey={open}
                batch={
                  <>
                    <BatchButton>发短信</BatchButton>
                    <BatchButton>归档</BatchButton>
                  </>
                }
                pager={{
                  page,
                  pageSize: 20,
                  total: 246,
                  noun: '人',
                  onChange: setPage,
                  sum: (
                    <span>
                      欠费合计 <Money yuan="38640.00" as="debt" />
                    </span>
                  ),
                }}
              />
              {open && (
                <DetailPane
                  label="患者"
                  index={1}
                  total={46}
                  onNext={() => setOpen('20230419')}
                  onClose={() => setOpen(null)}
                  footer={<Button variant="primary">打开档案</Button>}
                >
                  <Tag tone="danger" icon="alert">
                    青霉素过敏
                  </Tag>
                </DetailPane>
              )}
            </div>
          </Page>
        </SplitPane>
        <Dialog open={dialog} title="新建预约" onClose={() => setDialog(false)} onSubmit={() => setDialog(false)}>
          <Field label="姓名" required>
            <Select value={doctor} onChange={setDoctor} options={options} />
          </Field>
        </Dialog>
        <Drawer open={drawer} title="更多筛选" onClose={() => setDrawer(false)}>
          <Field label="日期">
            <DatePicker value={date} onChange={setDate} />
          </Field>
        </Drawer>
      </main>
    </>
  )
}
