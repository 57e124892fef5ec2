import { handedOver } from '../../lib/handed-over.ts'
import { smsRecordScenes, smsSceneName, smsStatusNames, type SmsRecordScene, smsStates } from '@dentin/contract/sms'
import { useState, type ReactNode } from 'react'
import { newRequestId } from '../../lib/client.ts'
import { useCan } from '../../lib/permission.ts'
import {
  Button,
  confirm,
  EmptyState,
  SearchField,
  Tag,
  TextButton,
  textOptions,
  toast,
  Toolbar,
  urlFlag,
  urlOptional,
  urlText,
  useUrlState,
} from '../../ui/index.ts'
import { DataTable, Drawer, pageCodecs, pagedProps, Select, type Column } from '../../ui/heavy.ts'
import { useCancelSms, useRecords, useResend, type SmsRecord } from './hooks.ts'
import { OptOuts } from './OptOuts.tsx'
import { SendDialog, type PickPatient } from './SendDialog.tsx'
import { minute, noSeconds, statusTones } from './words.ts'
import s from './sms.module.css'

/** to: whom to write to: the id of a patient, `chosen` for those whom the page before handed over, or `new`; birthday: to congratulate them; open: one message. */
const codecs = {
  status: urlOptional,
  scene: urlOptional,
  batch: urlText(),
  q: urlText(),
  to: urlOptional,
  birthday: urlFlag,
  open: urlOptional,
  ...pageCodecs,
}

/** What was sent, what came of it, and what can still be done about it. */
export function Records({ pickPatient }: { pickPatient: (pick: PickPatient) => ReactNode }) {
  const can = useCan()
  const [url, setUrl] = useUrlState(codecs)
  const [optOuts, setOptOuts] = useState(false)
  const found = useRecords({
    status: url.status === null ? null : (Number(url.status) as 0 | 1 | 2 | 3 | 4),
    scene: url.scene as SmsRecordScene | null,
    batchNo: url.batch,
    keyword: url.q,
    pageNum: url.page,
    pageSize: url.size,
  })
  const resend = useResend()
  const cancel = useCancelSms()
  const maySend = can('/SMSmanagement:send')
  const told = { onError: (error: Error) => toast.error(error.message) }
  const again = async (row: SmsRecord) => {
    const yes = await confirm({
      title: `再给${row.name || row.mobile}发一次？`,
      body: row.failReason ?? '',
      okText: '再发一次',
    })
    if (yes)
      resend.mutate(
        { id: row.id, requestId: newRequestId() },
        { ...told, onSuccess: () => toast.success('已重新发送') },
      )
  }
  const takeBack = async (row: SmsRecord) => {
    if (await confirm({ title: '取消这条短信？', okText: '取消短信', cancelText: '不取消', danger: true }))
      cancel.mutate({ id: row.id }, { ...told, onSuccess: () => toast.success('已取消') })
  }
  const state = (row: SmsRecord) => <Tag tone={statusTones[row.status] ?? 'muted'}>{smsStatusNames[row.status]}</Tag>
  const actions = (row: SmsRecord) =>
    !maySend ? null : smsStates.is(row.status, 'failed') && !row.resentAs ? (
      <TextButton icon="refresh" onClick={() => void again(row)}>
        再发一次
      </TextButton>
    ) : smsStates.is(row.status, 'waiting') ? (
      <TextButton tone="danger" onClick={() => void takeBack(row)}>
        取消
      </TextButton>
    ) : row.resentAs ? (
      <span className="t-12 tertiary">已补发</span>
    ) : null
  const columns: Column<SmsRecord>[] = [
    { key: 'time', title: '时间', width: 164, numeric: true, render: (row) => minute(row.createdTime) },
    {
      key: 'who',
      title: '患者',
      width: 132,
      render: (row) => (
        <span className={s.twoLines}>
          <span className="ellipsis">{row.name || '—'}</span>
          <span className="t-12 tertiary num">{row.mobile || '没有手机号'}</span>
        </span>
      ),
    },
    { key: 'scene', title: '场景', width: 112, render: (row) => smsSceneName(row.scene) },
    {
      key: 'content',
      title: '内容',
      render: (row) => (
        <span className={s.clamp} title={row.content}>
          {row.content}
        </span>
      ),
    },
    { key: 'count', title: '计费', width: 64, align: 'right', numeric: true, render: (row) => `${row.count} 条` },
    {
      key: 'state',
      title: '状态',
      width: 176,
      render: (row) => (
        <span className={s.twoLines}>
          <span>{state(row)}</span>
          {row.failReason && (
            <span className="t-12 tertiary ellipsis" title={row.failReason}>
              {row.failReason}
            </span>
          )}
        </span>
      ),
    },
    { key: 'by', title: '发送人', width: 88, hiddenFirst: true, render: (row) => row.operatorName },
    { key: 'actions', title: '操作', width: 112, render: actions },
  ]
  const open = found.data?.list.find((row) => row.id === url.open)
  return (
    <>
      <Toolbar
        end={
          <>
            <Button icon="ban" onClick={() => setOptOuts(true)}>
              拒收名单
            </Button>
            {maySend && (
              <Button variant="primary" icon="plus" onClick={() => setUrl({ to: 'new' }, { push: true })}>
                发短信
              </Button>
            )}
          </>
        }
      >
        <Select
          label="状态"
          placeholder="全部状态"
          clearable
          width={120}
          value={url.status}
          onChange={(status: string | null) => setUrl({ status, page: 1 })}
          options={textOptions(smsStatusNames)}
        />
        <Select
          label="场景"
          placeholder="全部场景"
          clearable
          width={140}
          value={url.scene}
          onChange={(scene: string | null) => setUrl({ scene, page: 1 })}
          options={smsRecordScenes.map((value) => ({ value, label: smsSceneName(value) }))}
        />
        <span className={s.find}>
          <SearchField
            aria-label="查找"
            placeholder="姓名或完整手机号"
            value={url.q}
            maxLength={30}
            onChange={(q) => setUrl({ q, page: 1 })}
          />
        </span>
        {url.batch && (
          <Button size="sm" icon="x" onClick={() => setUrl({ batch: '', page: 1 })}>
            批次 {url.batch}
          </Button>
        )}
      </Toolbar>
      <DataTable<SmsRecord>
        label="发送记录"
        columns={columns}
        keyOf={(row) => row.id}
        {...pagedProps(found, url, setUrl, { what: '发送记录' })}
        rowHeight={46}
        onOpen={(row) => setUrl({ open: row.id }, { push: true })}
        openKey={url.open}
        empty={
          <EmptyState layout="stack" icon="message" title="没有短信记录" hint="手动发送和自动发送的短信都会列在这里" />
        }
        mobile={(row) => (
          <div className={s.card}>
            <span className={s.cardLine}>
              <span className="bold ellipsis">{row.name || row.mobile || '—'}</span>
              {state(row)}
            </span>
            <span className={s.clamp}>{row.content}</span>
            {row.failReason && <span className="t-12 danger">{row.failReason}</span>}
            <span className={s.cardLine}>
              <span className="t-12 tertiary num">
                {minute(row.createdTime).slice(5)} · {smsSceneName(row.scene)} · {row.count} 条
              </span>
              {actions(row)}
            </span>
          </div>
        )}
      />
      <Drawer open={open !== undefined} title="短信" onClose={() => setUrl({ open: null })} width={440}>
        {open && (
          <div className={s.stack}>
            <p className={s.phone}>{open.content}</p>
            <dl className={s.facts}>
              <Fact label="状态">
                {state(open)} {open.failReason}
              </Fact>
              <Fact label="患者">{open.name || '—'}</Fact>
              <Fact label="手机号">{open.mobile || '没有手机号'}</Fact>
              <Fact label="场景">{smsSceneName(open.scene)}</Fact>
              <Fact label="计费">{open.count} 条</Fact>
              <Fact label="生成时间">{minute(open.createdTime)}</Fact>
              {open.dueTime > open.createdTime && <Fact label="保留到">{minute(open.dueTime)}</Fact>}
              <Fact label="提交时间">{noSeconds(open.sendTime)}</Fact>
              <Fact label="送达时间">{noSeconds(open.deliveredTime)}</Fact>
              <Fact label="发送人">{open.operatorName || '系统'}</Fact>
              {open.batchNo && (
                <Fact label="批次">
                  <TextButton onClick={() => setUrl({ batch: open.batchNo, open: null, page: 1 })}>
                    {open.batchNo}
                  </TextButton>
                </Fact>
              )}
            </dl>
            {actions(open)}
          </div>
        )}
      </Drawer>
      <Drawer open={optOuts} title="拒收名单" onClose={() => setOptOuts(false)} width={480}>
        {optOuts && <OptOuts pickPatient={pickPatient} />}
      </Drawer>
      {url.to && maySend && (
        <SendDialog
          people={url.to === 'new' ? [] : url.to === 'chosen' ? handedOver() : [{ id: url.to, name: '' }]}
          greets={url.birthday}
          pickPatient={pickPatient}
          onClose={() => setUrl({ to: null, birthday: false })}
        />
      )}
    </>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd className="num">{children}</dd>
    </>
  )
}
