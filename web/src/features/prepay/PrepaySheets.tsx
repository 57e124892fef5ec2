import type { ReactNode } from 'react'
import { useReceiptPaper } from '../../domain/paper-choice.tsx'
import { ageText, genderWord } from '../../domain/person.ts'
import { cx, Money, PrintPage, PrintPending, PrintView } from '../../ui/index.ts'
import { useReceipt, useSlip } from './hooks.ts'
import s from './prepay-print.module.css'

interface SheetProps {
  id: string
  auto: boolean
  onBack?: () => void
}

interface Paper {
  title: string
  number: string
  moment: string
  clinic: { name: string; address: string; phone: string }
  person: string
  medicalNumber: string
  /** What stands beside the person. */
  about: string
  rows: readonly [label: string, yuan: string, strong?: boolean][]
  words: string
  note: ReactNode
  operator: { label: string; name: string }
  printedAt: string
  printCount: number
}

/** The receipt of a prepayment: what was taken for what, by which ways, in words. Opening it counts as a print. */
export function PrepayReceipt({ id, auto, onBack }: SheetProps) {
  const { data, error, refetch } = useReceipt(id)
  if (error || !data) return <PrintPending error={error?.message} onRetry={() => void refetch()} onBack={onBack} />
  const { prepay, ways, fromName } = data
  return (
    <PaperView
      auto={auto}
      onBack={onBack}
      paper={{
        title: '预交金收据',
        number: prepay.prepayNo,
        moment: prepay.receivedAt,
        clinic: data.clinic,
        person: [prepay.patientName, genderWord(prepay.gender), ageText(prepay.birthDay)].filter(Boolean).join('　'),
        medicalNumber: prepay.medicalNumber ?? '',
        about: `用途 ${prepay.purpose}`,
        rows: [
          ...(fromName
            ? [[`由${fromName}转来`, prepay.amount] as [string, string]]
            : ways.map(({ name, amount, tradeNo }): [string, string] => [
                tradeNo ? `${name}（${tradeNo}）` : name,
                amount,
              ])),
          ['预交金', prepay.amount, true],
        ],
        words: `金额大写：${data.amountInWords}`,
        note: (
          <>
            {prepay.refundable ? '没有用完的部分可以退，退款凭本收据办理。' : '约定不退，用于支付治疗费用。'}
            {prepay.remark && `　备注：${prepay.remark}`}
          </>
        ),
        operator: { label: '收款人', name: prepay.receiverName },
        printedAt: data.printedAt,
        printCount: data.printCount,
      }}
    />
  )
}

/** The slip of what was given back of a prepayment, for the patient's signature. Opening it counts as a print. */
export function PrepayReturnSlip({ id, auto, onBack }: SheetProps) {
  const { data, error, refetch } = useSlip(id)
  if (error || !data) return <PrintPending error={error?.message} onRetry={() => void refetch()} onBack={onBack} />
  const { return: paper } = data
  return (
    <PaperView
      auto={auto}
      onBack={onBack}
      paper={{
        title: '预交金退款单',
        number: paper.returnNo,
        moment: paper.paidAt ?? '',
        clinic: data.clinic,
        person: [paper.patientName, genderWord(paper.gender), ageText(paper.birthDay)].filter(Boolean).join('　'),
        medicalNumber: paper.medicalNumber ?? '',
        about: `${paper.purpose} ${paper.prepayNo}`,
        rows: [
          ...paper.ways.map(({ name, amount }): [string, string] => [`退${name}`, amount]),
          ['实退', paper.amount, true],
          ['退后余额', data.balanceAfter],
        ],
        words: `实退大写：${data.amountInWords}`,
        note: (
          <>
            原因：{paper.reason}。申请 {paper.applicantName}
            {paper.approverName && `，审批 ${paper.approverName}`}。
          </>
        ),
        operator: { label: '经办人', name: paper.payerName ?? '' },
        printedAt: data.printedAt,
        printCount: data.printCount,
      }}
    />
  )
}

/** A paper of a prepayment, on the clinic's paper or on what was chosen on this device. */
function PaperView({ paper, auto, onBack }: { paper: Paper; auto: boolean; onBack?: (() => void) | undefined }) {
  const { paper: size, choice, retry } = useReceiptPaper()
  if (size === null) return <PrintPending onRetry={retry} onBack={onBack} />
  return (
    <PrintView title={`${paper.title} ${paper.number}`} onBack={onBack} auto={auto} extra={choice}>
      {size === '80' ? <Roll paper={paper} /> : <Sheet paper={paper} size={size} />}
    </PrintView>
  )
}

const times = (n: number) => (n > 1 ? `第 ${n} 次打印` : '')

const Rows = ({ paper, className }: { paper: Paper; className?: string | undefined }) => (
  <dl className={className}>
    {paper.rows.map(([label, yuan, strong], n) => (
      <div key={n} className={cx(strong && s.strong)}>
        <dt>{label}</dt>
        <dd>
          <Money yuan={yuan} />
        </dd>
      </div>
    ))}
  </dl>
)

function Sheet({ paper, size }: { paper: Paper; size: 'a5' | 'a5-landscape' }) {
  const { clinic } = paper
  return (
    <PrintPage
      paper={size}
      clinicName={clinic.name}
      title={paper.title}
      contact={
        <>
          {clinic.address}
          <br />
          {clinic.phone}
        </>
      }
      number={
        <>
          {paper.number}
          <br />
          {paper.moment.slice(0, 16)}
        </>
      }
      patient={
        <div className={s.person}>
          <span>{paper.person}</span>
          <span>病历号 {paper.medicalNumber}</span>
          <span>{paper.about}</span>
        </div>
      }
      signatures={[{ label: '患者签名' }, { label: paper.operator.label, content: paper.operator.name }]}
      note={`打印时间 ${paper.printedAt.slice(0, 16)}　${times(paper.printCount)}`}
    >
      <Rows paper={paper} className={s.rows} />
      <p className={s.words}>
        <b>{paper.words}</b>
      </p>
      <p className={s.note}>{paper.note}</p>
    </PrintPage>
  )
}

function Roll({ paper }: { paper: Paper }) {
  const { clinic } = paper
  return (
    <article className={s.roll}>
      <header className={s.rollHead}>
        <h1>{clinic.name}</h1>
        <div>{paper.title}</div>
      </header>
      <div className={s.rollFacts}>
        <div>单号　{paper.number}</div>
        <div>时间　{paper.moment.slice(0, 16)}</div>
        <div>患者　{paper.person}</div>
        <div>病历号　{paper.medicalNumber}</div>
        <div>{paper.about}</div>
      </div>
      <Rows paper={paper} className={s.rollRows} />
      <p>{paper.words}</p>
      <p>{paper.note}</p>
      <footer className={s.rollFoot}>
        <div>
          {paper.operator.label}　{paper.operator.name}
        </div>
        <div>
          打印　{paper.printedAt.slice(0, 16)}　{times(paper.printCount)}
        </div>
        <div>{[clinic.address, clinic.phone].filter(Boolean).join('　')}</div>
      </footer>
    </article>
  )
}
