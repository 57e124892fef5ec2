import { prescriptionStates } from '@dentin/contract/core/prescription-states'
import { overrideKinds, prescriptionKinds, skinTests } from '@dentin/contract/core/prescription-words'
import { useState } from 'react'
import { genderAge } from '../../domain/person.ts'
import type { ApiError } from '../../lib/client.ts'
import { useCan } from '../../lib/permission.ts'
import {
  Button,
  confirm,
  DetailPane,
  ErrorLine,
  LinkButton,
  Money,
  Notice,
  SkeletonRows,
  StatusTag,
  Tag,
  toast,
} from '../../ui/index.ts'
import { AuditDialog } from './AuditDialog.tsx'
import { Writer } from './later.ts'
import { Findings } from './Findings.tsx'
import { useDispenseRx, useGiveBackRx, useRx, useSkinTest, useVoidRx, type RxDetail, type RxLine } from './hooks.ts'
import { usageWords } from './model.ts'
import { ReasonDialog } from './ReasonDialog.tsx'
import s from './prescription.module.css'

const told = { onError: (error: ApiError) => toast.error(error.message) }
type Asked = 'edit' | 'audit' | 'giveBack' | 'void'

/** A prescription beside its list, with what may be done with it. */
export function PrescriptionPane({
  id,
  printTo,
  onPrevious,
  onNext,
  onClose,
}: {
  id: string
  printTo: string
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  onClose: () => void
}) {
  const can = useCan()
  const { data, error, refetch, isFetching } = useRx(id)
  const [asked, setAsked] = useState<Asked | null>(null)
  const dispense = useDispenseRx()
  const [giveBack, drop] = [useGiveBackRx(), useVoidRx()]
  const close = () => setAsked(null)
  const handOut = async (rx: RxDetail) => {
    if (!(await confirm({ title: `给 ${rx.patientName} 发药？`, body: rx.summary, okText: '发药' }))) return
    dispense.mutate({ id: rx.id, version: rx.version }, { ...told, onSuccess: () => toast.success('已发药') })
  }
  return (
    <DetailPane
      label="处方"
      head={data && <b className="num">{data.rxNo}</b>}
      width={460}
      {...(onPrevious ? { onPrevious } : {})}
      {...(onNext ? { onNext } : {})}
      onClose={onClose}
      footer={
        data && (
          <div className={s.actions}>
            {data.can.audit && (
              <Button variant="primary" icon="shield-check" onClick={() => setAsked('audit')}>
                审核
              </Button>
            )}
            {data.can.dispense && (
              <Button variant="primary" icon="pill" busy={dispense.isPending} onClick={() => void handOut(data)}>
                发药
              </Button>
            )}
            {data.can.edit && (
              <Button icon="pencil" onClick={() => setAsked('edit')}>
                修改
              </Button>
            )}
            {data.can.giveBack && (
              <Button icon="undo" onClick={() => setAsked('giveBack')}>
                退药
              </Button>
            )}
            {data.billId && can('/orderSet:view') && (
              <LinkButton to={`/orderSet?billId=${data.billId}`} icon="receipt">
                {prescriptionStates.is(data.status, 'audited') ? '药费待收' : '收费单'}
              </LinkButton>
            )}
            <LinkButton to={printTo} icon="printer">
              打印
            </LinkButton>
            {data.can.void && (
              <Button variant="danger" onClick={() => setAsked('void')}>
                作废
              </Button>
            )}
          </div>
        )
      }
    >
      {error && !data && (
        <ErrorLine onRetry={() => void refetch()} retrying={isFetching}>
          处方没有读到：{error.message}
        </ErrorLine>
      )}
      {!data && !error && <SkeletonRows rows={8} />}
      {data && <Body rx={data} />}
      {data && asked === 'edit' && (
        <Writer
          subject={{
            ...data,
            pregnancy: null,
          }}
          before={data}
          onClose={close}
        />
      )}
      {data && asked === 'audit' && <AuditDialog rx={data} onClose={close} />}
      {data && asked === 'giveBack' && (
        <ReasonDialog
          title={`退药：${data.rxNo}`}
          label="退药原因"
          submitText="退药"
          busy={giveBack.isPending}
          onClose={close}
          onSubmit={(reason) =>
            giveBack.mutate(
              { id: data.id, version: data.version, reason },
              {
                ...told,
                onSuccess: () => {
                  toast.success('已退药')
                  close()
                },
              },
            )
          }
        />
      )}
      {data && asked === 'void' && (
        <ReasonDialog
          title={`作废处方：${data.rxNo}`}
          label="作废原因"
          submitText="作废"
          danger
          busy={drop.isPending}
          onClose={close}
          onSubmit={(reason) =>
            drop.mutate(
              { id: data.id, version: data.version, reason },
              {
                ...told,
                onSuccess: () => {
                  toast.success('已作废')
                  close()
                },
              },
            )
          }
        />
      )}
    </DetailPane>
  )
}

const signedWords = (signed: { name: string; at: string } | null, more: string | null = null): string =>
  signed ? [signed.name, signed.at.slice(0, 16), more].filter(Boolean).join('　') : ''

function Body({ rx }: { rx: RxDetail }) {
  const facts: [string, string][] = [
    ['诊断', rx.diagnosis],
    ['医生', `${rx.doctorName}　${rx.prescribedAt.slice(0, 16)}`],
    ['有效至', rx.validUntil],
    ['体重', rx.weightKg === null ? '' : `${rx.weightKg} kg`],
    ['超天数', rx.longReason],
    ['审核', signedWords(rx.audited, rx.auditNote)],
    ['发药', signedWords(rx.dispensed)],
    ['退药', signedWords(rx.returned, rx.returnReason)],
    ['作废', signedWords(rx.voided, rx.voidReason)],
  ]
  return (
    <div className={s.pane}>
      <div className={s.inline}>
        <StatusTag kind={prescriptionStates} value={rx.status} />
        <b>{rx.patientName}</b>
        <span className="secondary">{genderAge(rx)}</span>
        <Tag>{prescriptionKinds[rx.kind]}</Tag>
      </div>
      {rx.refusedReason !== null && (
        <Notice tone="danger" icon="undo">
          {rx.refusedName} 退回：{rx.refusedReason}
        </Notice>
      )}
      <ul className={s.rows} aria-label="药品">
        {rx.items.map((line) => (
          <Drug key={line.drugId} rx={rx} line={line} />
        ))}
      </ul>
      <dl className={s.facts}>
        <dt>金额</dt>
        <dd>
          <Money yuan={rx.totalAmount} />
        </dd>
        {facts
          .filter(([, text]) => text !== '')
          .map(([label, text]) => [<dt key={`${label}.`}>{label}</dt>, <dd key={label}>{text}</dd>])}
      </dl>
      {rx.findings.length > 0 && (
        <>
          <h3>用药核对</h3>
          <Findings findings={rx.findings} />
        </>
      )}
      {rx.overrides.length > 0 && (
        <>
          <h3>越过的提醒</h3>
          <ul className={s.rows}>
            {rx.overrides.map((each) => (
              <li key={`${each.key}${each.kind}`}>
                <span>
                  {overrideKinds[each.kind]}：{each.text}
                </span>
                <span className="t-12 tertiary">
                  {[each.reason, each.name, each.at.slice(0, 16)].filter(Boolean).join('　')}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function Drug({ rx, line }: { rx: RxDetail; line: RxLine }) {
  const test = useSkinTest()
  const record = async (result: 'negative' | 'positive') => {
    const isPositive = result === 'positive'
    const sure = await confirm({
      title: `${line.name}皮试${skinTests[result]}？`,
      body: isPositive ? '处方将不能发药，并写入患者过敏史。' : '登记后留下时间和您的姓名。',
      okText: `登记${skinTests[result]}`,
      danger: isPositive,
    })
    if (!sure) return
    test.mutate(
      { id: rx.id, version: rx.version, drugId: line.drugId, result },
      { ...told, onSuccess: () => toast.success(`已登记皮试${skinTests[result]}`) },
    )
  }
  const tone = line.skinTest === 'positive' ? 'danger' : line.skinTest === 'needed' ? 'wait' : 'done'
  return (
    <li>
      <span className={s.cardLine}>
        <span>
          <b>{line.name}</b> {line.spec}
        </span>
        <span className="num">
          × {line.totalQty}
          {line.unit}
        </span>
      </span>
      <span className="secondary t-13">{[usageWords(line), line.remark].filter(Boolean).join('　')}</span>
      {line.skinTest !== 'none' && (
        <span className={s.inline}>
          <Tag tone={tone}>皮试{skinTests[line.skinTest]}</Tag>
          {line.skinTestName && (
            <span className="t-12 tertiary">
              {line.skinTestName}　{line.skinTestAt?.slice(0, 16)}
            </span>
          )}
          {line.skinTest === 'needed' && rx.can.test && (
            <>
              <Button size="xs" onClick={() => void record('negative')}>
                阴性
              </Button>
              <Button size="xs" variant="danger" onClick={() => void record('positive')}>
                阳性
              </Button>
            </>
          )}
        </span>
      )}
    </li>
  )
}
