import { standingStates } from '@dentin/contract/core/status'
import { provider } from '@dentin/contract/provider'
import type { WireOutput } from '@dentin/contract/core/call'
import { useState } from 'react'
import { platformSession } from '../../lib/platform-session.ts'
import { useCall } from '../../lib/query.ts'
import {
  Button,
  EmptyState,
  ErrorLine,
  SearchField,
  SkeletonRows,
  Tag,
  Toolbar,
  urlOptional,
  urlText,
  useUrlState,
} from '../../ui/index.ts'
import { DataTable, Drawer, pageCodecs, pagedProps, type Column } from '../../ui/heavy.ts'
import { GiveDialog } from './Gifts.tsx'
import { kindWord } from './words.ts'
import s from './provider.module.css'

type Clinic = WireOutput<typeof provider.clinics>['list'][number]
type Standing = Clinic['standings'][number]

const codecs = { q: urlText(), ...pageCodecs, open: urlOptional }

/** Every clinic in numbers: how many people, how many files, when last used, where its membership stands. */
export function Clinics() {
  const [state, set] = useUrlState(codecs)
  const found = useCall(provider.clinics, { keyword: state.q, pageNum: state.page, pageSize: state.size })
  const columns: Column<Clinic>[] = [
    { key: 'name', title: '门诊', width: 200, render: (row) => <span className="ellipsis">{row.clinicName}</span> },
    { key: 'company', title: '机构', width: 180, render: (row) => <span className="ellipsis">{row.companyName}</span> },
    { key: 'staff', title: '在职', width: 80, align: 'right', numeric: true, render: (row) => row.staff },
    {
      key: 'patients',
      title: '患者',
      width: 90,
      align: 'right',
      numeric: true,
      render: (row) => row.patients.toLocaleString('zh-CN'),
    },
    {
      key: 'active',
      title: '最近使用',
      width: 172,
      numeric: true,
      render: (row) => row.lastActiveAt?.slice(0, 16) ?? '从未',
    },
    {
      key: 'vip',
      title: '会员',
      width: 240,
      render: (row) => (
        <span className={s.inline}>
          {row.standings.map((standing) => (
            <StandingTag key={standing.kind} standing={standing} />
          ))}
        </span>
      ),
    },
    { key: 'address', title: '地址', render: (row) => <span className="ellipsis">{row.address || '—'}</span> },
  ]
  return (
    <>
      <Toolbar
        end={
          <SearchField
            aria-label="查找门诊"
            placeholder="门诊、机构名称或拼音"
            value={state.q}
            maxLength={40}
            onChange={(q) => set({ q, page: 1 })}
          />
        }
      >
        <span className="t-13 secondary">只有数字，看不到患者资料</span>
      </Toolbar>
      <DataTable
        label="门诊"
        columns={columns}
        keyOf={(row) => row.clinicId}
        {...pagedProps(found, state, set, { noun: '家' })}
        onOpen={(row) => set({ open: row.clinicId }, { push: true })}
        openKey={state.open}
        empty={<EmptyState layout="stack" icon="building" title={state.q ? '没有找到门诊' : '还没有门诊'} />}
        mobile={(row) => (
          <div className={s.card}>
            <div className={s.cardHead}>
              <strong className="ellipsis">{row.clinicName}</strong>
              <span className={s.push}>{row.standings[0] && <StandingTag standing={row.standings[0]} />}</span>
            </div>
            <div className="t-13 secondary">
              在职 {row.staff} · 患者 {row.patients} · 最近使用{' '}
              <span className="num">{row.lastActiveAt?.slice(5, 16) ?? '从未'}</span>
            </div>
          </div>
        )}
      />
      <Drawer open={state.open !== null} title="门诊" onClose={() => set({ open: null })} width={460}>
        {state.open && <ClinicDetail clinicId={state.open} />}
      </Drawer>
    </>
  )
}

function StandingTag({ standing }: { standing: Standing }) {
  const kind = standing.kind === 'vip' ? '' : '医保 '
  if (standing.endDate === null) return <Tag>{kind}未开通</Tag>
  if (standingStates.is(standing.status, 'expired'))
    return <Tag tone="danger">{`${kind}已到期 ${standing.endDate}`}</Tag>
  return standingStates.is(standing.status, 'valid') ? (
    <Tag tone="member">{`${kind}至 ${standing.endDate}`}</Tag>
  ) : (
    <Tag tone="outline">{`${kind}体验至 ${standing.endDate}`}</Tag>
  )
}

function ClinicDetail({ clinicId }: { clinicId: string }) {
  const found = useCall(provider.clinicDetail, { clinicId }, { keep: false })
  const [giving, setGiving] = useState(false)
  if (found.error) return <ErrorLine onRetry={() => void found.refetch()}>{found.error.message}</ErrorLine>
  if (!found.data) return <SkeletonRows rows={8} />
  const clinic = found.data
  const role = platformSession.get()?.role
  const mayGive = role !== undefined && provider.giveDays.allow.roles.includes(role)
  return (
    <div className={s.stack}>
      <div>
        <h3 className="t-18">{clinic.clinicName}</h3>
        <p className="secondary">{clinic.companyName}</p>
      </div>
      <dl className={s.facts}>
        <dt>在职员工</dt>
        <dd className="num">{clinic.staff} 人</dd>
        <dt>患者档案</dt>
        <dd className="num">{clinic.patients.toLocaleString('zh-CN')} 份</dd>
        <dt>最近使用</dt>
        <dd className="num">{clinic.lastActiveAt ?? '从未'}</dd>
        <dt>电话</dt>
        <dd className="num">{clinic.phone || '—'}</dd>
        <dt>地址</dt>
        <dd>{clinic.address || '—'}</dd>
        <dt>管理员</dt>
        <dd>
          {clinic.administrators.length === 0 && '—'}
          {clinic.administrators.map(({ name, phone }) => (
            <div key={`${name}${phone}`}>
              {name} <span className="num secondary">{phone}</span>
            </div>
          ))}
        </dd>
        {clinic.standings.map((standing) => (
          <div key={standing.kind} className={s.fact}>
            <dt>{kindWord(standing.kind)}</dt>
            <dd className={s.inline}>
              <StandingTag standing={standing} />
              {!standingStates.is(standing.status, 'expired') && (
                <span className="secondary">还有 {standing.availableDays} 天</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {mayGive && (
        <div className={s.actions}>
          <Button icon="crown" onClick={() => setGiving(true)}>
            赠送会员天数
          </Button>
        </div>
      )}
      {giving && <GiveDialog place={clinic} onClose={() => setGiving(false)} />}
    </div>
  )
}
