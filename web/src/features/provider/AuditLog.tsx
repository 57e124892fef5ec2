import { provider, providerActions, providerRoles, type ProviderAction } from '@dentin/contract/provider'
import type { WireOutput } from '@dentin/contract/core/call'
import { useCall } from '../../lib/query.ts'
import { EmptyState, SearchField, Toolbar, urlOptional, urlText, useUrlState } from '../../ui/index.ts'
import { DataTable, DateRangePicker, Drawer, Select, pageCodecs, pagedProps, type Column } from '../../ui/heavy.ts'
import { fieldWord, valueWord } from './words.ts'
import s from './provider.module.css'

type Row = WireOutput<typeof provider.auditLog>['list'][number]

const codecs = {
  who: urlOptional,
  action: urlOptional,
  q: urlText(),
  from: urlOptional,
  to: urlOptional,
  ...pageCodecs,
  open: urlOptional,
}
const actionOptions = (Object.keys(providerActions) as ProviderAction[]).map((value) => ({
  value,
  label: providerActions[value],
}))

/** Everything that was done in the console, the newest first; a row opens what stood before and after. */
export function AuditLog() {
  const [state, set] = useUrlState(codecs)
  const staff = useCall(provider.accounts, {})
  const log = useCall(provider.auditLog, {
    accountId: state.who,
    action: actionOptions.find((each) => each.value === state.action)?.value ?? null,
    text: state.q,
    from: state.from,
    to: state.to,
    pageNum: state.page,
    pageSize: state.size,
  })
  const opened = log.data?.list.find((row) => row.id === state.open)
  const columns: Column<Row>[] = [
    { key: 'at', title: '时间', width: 190, numeric: true, render: (row) => row.createdAt },
    {
      key: 'who',
      title: '操作人',
      width: 150,
      render: (row) => (
        <span className={s.inline}>
          {row.accountName || '未登录'}
          {row.role && <span className="t-12 tertiary">{providerRoles[row.role]}</span>}
        </span>
      ),
    },
    { key: 'action', title: '操作', width: 150, render: (row) => providerActions[row.action] },
    { key: 'target', title: '对象', render: (row) => <span className="ellipsis">{row.targetName || '—'}</span> },
    { key: 'reason', title: '说明', render: (row) => <span className="ellipsis">{row.reason ?? ''}</span> },
    { key: 'ip', title: '地址', width: 140, numeric: true, render: (row) => row.ip ?? '—' },
  ]
  return (
    <>
      <Toolbar
        end={
          <SearchField
            aria-label="查找对象或操作人"
            placeholder="对象或操作人"
            value={state.q}
            maxLength={40}
            onChange={(q) => set({ q, page: 1 })}
          />
        }
      >
        <Select
          label="操作人"
          placeholder="全部操作人"
          width={150}
          clearable
          options={(staff.data ?? []).map(({ id, name, role }) => ({
            value: id,
            label: name,
            hint: providerRoles[role],
          }))}
          value={state.who}
          onChange={(who) => set({ who, page: 1 })}
        />
        <Select
          label="操作"
          placeholder="全部操作"
          width={170}
          clearable
          options={actionOptions}
          value={actionOptions.find((each) => each.value === state.action)?.value ?? null}
          onChange={(action) => set({ action, page: 1 })}
        />
        <DateRangePicker
          label="日期"
          width={270}
          value={state.from && state.to ? [state.from, state.to] : null}
          clearable
          onChange={(range) => set({ from: range?.[0] ?? null, to: range?.[1] ?? null, page: 1 })}
        />
      </Toolbar>
      <DataTable
        label="操作记录"
        columns={columns}
        keyOf={(row) => row.id}
        {...pagedProps(log, state, set)}
        onOpen={(row) => set({ open: row.id }, { push: true })}
        openKey={state.open}
        empty={<EmptyState layout="stack" icon="history" title="没有符合的记录" hint="减少筛选条件再看" />}
        mobile={(row) => (
          <div className={s.card}>
            <div className={s.cardHead}>
              <strong className={s.whole}>{providerActions[row.action]}</strong>
              <span className="ellipsis">{row.targetName}</span>
              <span className={`${s.push} num t-12 tertiary`}>{row.createdAt.slice(5, 16)}</span>
            </div>
            <div className="t-13 secondary">
              {row.accountName || '未登录'}
              {row.reason && ` · ${row.reason}`}
            </div>
          </div>
        )}
      />
      <Drawer
        open={opened !== undefined}
        title={opened ? providerActions[opened.action] : ''}
        onClose={() => set({ open: null })}
        width={480}
      >
        {opened && <Entry row={opened} />}
      </Drawer>
    </>
  )
}

function Entry({ row }: { row: Row }) {
  const keys = [...new Set([...Object.keys(row.before ?? {}), ...Object.keys(row.after ?? {})])]
  return (
    <div className={s.stack}>
      <dl className={s.facts}>
        <dt>时间</dt>
        <dd className="num">{row.createdAt}</dd>
        <dt>操作人</dt>
        <dd>
          {row.accountName || '未登录'}
          {row.role && `（${providerRoles[row.role]}）`}
        </dd>
        <dt>对象</dt>
        <dd>{row.targetName || '—'}</dd>
        {row.reason && (
          <>
            <dt>说明</dt>
            <dd>{row.reason}</dd>
          </>
        )}
        <dt>地址</dt>
        <dd className="num">{row.ip ?? '—'}</dd>
      </dl>
      {keys.length > 0 && (
        <table className={s.compare}>
          <caption className="sr-only">修改前后</caption>
          <thead>
            <tr>
              <th scope="col">内容</th>
              <th scope="col">原来</th>
              <th scope="col">现在</th>
            </tr>
          </thead>
          <tbody>
            {keys.map((key) => (
              <tr key={key} data-changed={row.before !== null && row.before[key] !== row.after?.[key] ? '' : undefined}>
                <th scope="row">{fieldWord(key)}</th>
                <td>{valueWord(key, row.before?.[key])}</td>
                <td>{valueWord(key, row.after?.[key])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}
