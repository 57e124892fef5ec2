import { referralKindNames, referralStatusNames, type ReferralRow, referralStates } from '@dentin/contract/referral'
import { visit } from '@dentin/contract/visit'
import { useState } from 'react'
import { Link } from 'react-router'
import { briefGenderAge } from '../../domain/person.ts'
import { ApiError, send } from '../../lib/client.ts'
import { useLive } from '../../lib/live.ts'
import { useCall, useInvalidate } from '../../lib/query.ts'
import { shortMoment } from '../../lib/when.ts'
import {
  DetailPane,
  Button,
  confirm,
  EmptyState,
  LinkButton,
  Segmented,
  Tag,
  toast,
  Toolbar,
  urlEnum,
  urlOptional,
  useUrlState,
} from '../../ui/index.ts'
import { DataTable, pageCodecs, pagedProps, type Column } from '../../ui/heavy.ts'
import { ReferralFiles } from './Attachments.tsx'
import { visitReads } from './hooks.ts'
import { ReasonDialog } from './ReasonDialog.tsx'
import { referralReads, referralTones, targetOf, useReferralCount } from './referral.ts'
import s from './visit.module.css'
import { AcceptDialog, SettleDialog } from './ReferralAnswers.tsx'

const codecs = {
  direction: urlEnum(['in', 'out'], 'in'),
  state: urlEnum(['open', 'all'], 'open'),
  referral: urlOptional,
  ...pageCodecs,
}

type Asked = { kind: 'accept' | 'refuse' | 'settle'; row: ReferralRow }

const printTo = (id: string) => `/referralRecord/print?id=${id}`

/** Who was referred here and from here, and what became of it; the receiving desk accepts or refuses. */
export function Referrals({
  patientHref,
}: {
  patientHref: (id: string) => string
  /** '女 34' */
}) {
  const [url, set] = useUrlState(codecs)
  const count = useReferralCount()
  useLive(['reception'], referralReads)
  const isIn = url.direction === 'in'
  const found = useCall(visit.referralList, {
    direction: url.direction,
    state: url.state === 'all' ? 'all' : isIn ? 'open' : 'refused',
    pageNum: url.page,
    pageSize: url.size,
  })
  const invalidate = useInvalidate()
  const [asked, setAsked] = useState<Asked | null>(null)
  const refresh = () => void invalidate([...referralReads, ...visitReads])
  const takeBack = async (row: ReferralRow) => {
    const title = referralStates.is(row.status, 'waiting') ? `撤回 ${row.name} 的转诊？` : `${row.name} 转回候诊？`
    if (!(await confirm({ title, body: `回到 ${row.fromDoctorName} 的候诊，保留候诊起点。`, okText: '转回候诊' })))
      return
    try {
      const { queueNo } = await send(visit.takeBackReferral, { id: row.id, version: row.version })
      toast.success(`已转回候诊，${queueNo} 号`)
    } catch (error) {
      toast.error(error instanceof ApiError ? error.message : '没有成功，请重试')
    }
    refresh()
  }
  const actionsOf = (row: ReferralRow, size: 'xs' | 'md') => (
    <span className={s.referralActions}>
      {row.actions.includes('refuse') && (
        <Button
          size={size}
          variant={size === 'xs' ? 'row' : 'default'}
          onClick={() => setAsked({ kind: 'refuse', row })}
        >
          拒绝
        </Button>
      )}
      {row.actions.includes('accept') && (
        <Button
          size={size}
          variant={size === 'xs' ? 'tint' : 'primary'}
          onClick={() => setAsked({ kind: 'accept', row })}
        >
          接收
        </Button>
      )}
      {row.actions.includes('takeBack') && (
        <Button size={size} variant={size === 'xs' ? 'row' : 'default'} onClick={() => void takeBack(row)}>
          {referralStates.is(row.status, 'waiting') ? '撤回' : '转回候诊'}
        </Button>
      )}
      {row.actions.includes('settle') && (
        <Button
          size={size}
          variant={size === 'xs' ? 'row' : 'default'}
          onClick={() => setAsked({ kind: 'settle', row })}
        >
          登记结果
        </Button>
      )}
    </span>
  )
  const status = (row: ReferralRow) => (
    <Tag tone={referralTones[row.status] ?? 'muted'}>{row.isBack ? '已转回' : referralStatusNames[row.status]}</Tag>
  )
  const columns: Column<ReferralRow>[] = [
    {
      key: 'name',
      title: '患者',
      width: 150,
      locked: true,
      render: (row) => (
        <>
          <b>{row.name}</b> <span className="secondary">{briefGenderAge(row)}</span>
        </>
      ),
    },
    { key: 'kind', title: '方式', width: 64, render: (row) => referralKindNames[row.kind] },
    { key: 'from', title: '转出', width: 190, render: (row) => `${row.fromClinicName} · ${row.fromDoctorName}` },
    { key: 'to', title: '转入', width: 200, render: (row) => targetOf(row) },
    {
      key: 'reason',
      title: '原因',
      render: (row) => (
        <>
          {row.reason}
          {row.fileCount > 0 && <span className="t-12 tertiary">　附件 {row.fileCount}</span>}
        </>
      ),
    },
    { key: 'time', title: '转出时间', width: 120, numeric: true, render: (row) => shortMoment(row.createdTime) },
    { key: 'status', title: '状态', width: 90, render: status },
    { key: 'action', title: '操作', width: 150, align: 'right', render: (row) => actionsOf(row, 'xs') },
  ]
  const opened = found.data?.list.find((row) => row.id === url.referral)
  return (
    <>
      <Toolbar>
        <Segmented
          label="方向"
          options={[
            { value: 'in', label: '转入', ...(count?.toReceive ? { count: count.toReceive } : {}) },
            { value: 'out', label: '转出', ...(count?.refused ? { count: count.refused } : {}) },
          ]}
          value={url.direction}
          onChange={(direction) => set({ direction, page: 1, referral: null })}
        />
        <Segmented
          label="状态"
          options={[
            { value: 'open', label: isIn ? '待接收' : '被拒绝' },
            { value: 'all', label: '全部' },
          ]}
          value={url.state}
          onChange={(state) => set({ state, page: 1, referral: null })}
        />
      </Toolbar>
      <div className={s.referrals}>
        <DataTable
          label="转诊"
          columns={columns}
          keyOf={(row) => row.id}
          {...pagedProps(found, url, set, { what: '转诊', noun: '条' })}
          onOpen={(row) => set({ referral: row.id })}
          openKey={url.referral}
          empty={
            <EmptyState
              layout="stack"
              icon="transfer"
              title={url.state === 'all' ? '还没有转诊' : isIn ? '没有待接收的转诊' : '没有被拒绝的转诊'}
              hint={isIn ? '其他门诊转来的患者在这里接收' : '在今日打开一位患者，从“更多”里转诊'}
            />
          }
          mobile={(row) => (
            <div className={s.referralMobile}>
              <div className={s.paneName}>
                <b>{row.name}</b>
                <span className="t-13 secondary">{briefGenderAge(row)}</span>
                {status(row)}
              </div>
              <div className="t-13 secondary">
                {isIn ? `${row.fromClinicName} · ${row.fromDoctorName}` : targetOf(row)}　{row.reason}
              </div>
              {actionsOf(row, 'xs')}
            </div>
          )}
          fill
        />
        {opened && (
          <div className={s.referralPane}>
            <DetailPane
              label="转诊详情"
              onClose={() => set({ referral: null })}
              footer={
                <div className={s.paneFoot}>
                  <LinkButton to={printTo(opened.id)} icon="printer">
                    打印转诊单
                  </LinkButton>
                  <span className={s.gap} />
                  {actionsOf(opened, 'md')}
                </div>
              }
            >
              <div className={s.paneName}>
                <Link to={patientHref(opened.patientId)} className="t-18">
                  {opened.name}
                </Link>
                <span className="t-13 secondary">{briefGenderAge(opened)}</span>
                {status(opened)}
              </div>
              <dl className={s.facts}>
                {(
                  [
                    ['单号', opened.referralNo],
                    ['病历号', opened.medicalNumber],
                    ['转出', `${opened.fromClinicName} · ${opened.fromDoctorName}`],
                    ['转入', targetOf(opened)],
                    ['原因', opened.reason],
                    ['看诊内容', opened.title],
                    ['主诉', opened.chiefComplaint],
                    ['病情摘要', opened.summary],
                    ['候诊起点', shortMoment(opened.waitingSince)],
                    ['转出时间', `${shortMoment(opened.createdTime)}　${opened.createdName}`],
                    ['处理', opened.answeredTime && `${shortMoment(opened.answeredTime)}　${opened.answeredName}`],
                    ['说明', opened.answer],
                    ['完成', opened.finishedTime && shortMoment(opened.finishedTime)],
                  ] as const
                )
                  .filter(([, text]) => text)
                  .map(([label, text]) => (
                    <div key={label} className={s.fact}>
                      <dt>{label}</dt>
                      <dd className={s.words}>{text}</dd>
                    </div>
                  ))}
              </dl>
              <ReferralFiles key={opened.id} id={opened.id} mayEdit={opened.mayAttach} onChanged={refresh} />
            </DetailPane>
          </div>
        )}
      </div>
      {asked?.kind === 'accept' && <AcceptDialog row={asked.row} onDone={refresh} onClose={() => setAsked(null)} />}
      {asked?.kind === 'settle' && <SettleDialog row={asked.row} onDone={refresh} onClose={() => setAsked(null)} />}
      {asked?.kind === 'refuse' && (
        <ReasonDialog
          title={`不接收 ${asked.row.name}？`}
          submitText="拒绝"
          cancelText="再想想"
          label="拒绝原因"
          dictionary="refuse_referral_reason"
          danger
          onSubmit={async (reason) => {
            await send(visit.refuseReferral, { id: asked.row.id, version: asked.row.version, reason })
            toast.success('已拒绝，对方会收到消息')
            refresh()
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}
