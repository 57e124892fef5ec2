import {
  moneyPaperKinds,
  paper,
  paperKinds,
  paperStandings,
  type PaperKind,
  type PaperStanding,
} from '@dentin/contract/paper'
import { useState } from 'react'
import { AskCode, CodeFacts, CodePage } from '../../domain/code-page.tsx'
import { useCall } from '../../lib/query.ts'
import { cx, Icon, SkeletonRows, type IconName } from '../../ui/index.ts'
import { hexOfHash, sameHash } from './hash.ts'
import s from './verify.module.css'

const looks: Record<PaperStanding, { icon: IconName; hint: string }> = {
  valid: { icon: 'check-circle', hint: '门诊发出过这份文件，内容现行有效' },
  newer: { icon: 'info', hint: '发出后病历已修订，请向门诊索取新版本' },
  unsigned: { icon: 'info', hint: '打印时还没有签名或报价，仅供核对，不能作为凭据' },
  void: { icon: 'alert', hint: '门诊已将它作废，不能再作为凭据' },
}

type Hints = Partial<Record<PaperStanding, string>>
const receiptHints: Hints = {
  valid: '门诊发出过这份单据，所载账目现在仍是这样',
  newer: '发出后账目有变化（退费、还款或改了支付方式等），请向门诊索取新的一份',
  void: '账单已撤销、作废或全部退回，不能再作为凭据',
}
const slipHints: Hints = {
  valid: '门诊发出过这份退款单，款项已退',
  void: '这笔退款已不作数，不能再作为凭据',
}
/** What is said of papers of money instead: what each of them vouches for. */
const moneyHints: Partial<Record<PaperKind, Hints>> = {
  receipt: receiptHints,
  refundSlip: slipHints,
  prepayReceipt: {
    valid: '门诊收过这笔预交金；现在还有多少，以门诊为准',
    newer: '发出后退过或转出过一部分，请向门诊索取新的一份',
    void: '已撤销收取、全部退回或转出，不能再作为凭据',
  },
  prepayReturn: slipHints,
  cardReceipt: {
    valid: '门诊收过这笔款；卡里现在还有多少，以门诊为准',
    void: '这笔充值已撤销，不能再作为凭据',
  },
  cardRefund: slipHints,
  agreement: {
    valid: '协议现行有效；已付多少，以门诊为准',
    newer: '签订后因退费或核销减少过，请向门诊索取新的一份',
    void: '协议已改签、付清或终止，不再执行',
  },
}
const isMoney = (kind: PaperKind) => kind in moneyPaperKinds

/** The public check of a paper: what it is, whether it holds, and whether a PDF is the one that was issued. */
export function VerifyPaper({ title, code, onCode }: { title: string; code: string; onCode: (code: string) => void }) {
  const { data, error, refetch, isFetching } = useCall(paper.verify, { code }, { keep: false, staleTime: 60_000 })
  return (
    <CodePage title={title} note="本页不含患者资料。核验只说明文件由门诊发出及其现状。">
      {error && (
        <AskCode
          label="核验编码"
          placeholder="印在二维码旁的 16 位字母和数字"
          submit="核验"
          onCode={onCode}
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {!data && !error && <SkeletonRows rows={6} />}
      {data && (
        <>
          <section className={cx(s.standing, s[data.standing])}>
            <Icon name={looks[data.standing].icon} size={28} />
            <div>
              <strong>{paperStandings[data.standing]}</strong>
              <p>{moneyHints[data.kind]?.[data.standing] ?? looks[data.standing].hint}</p>
            </div>
          </section>
          <CodeFacts>
            <dt>文件</dt>
            <dd>{paperKinds[data.kind]}</dd>
            <dt>编号</dt>
            <dd className="num">{data.number}</dd>
            {(!isMoney(data.kind) || data.kind === 'agreement') && (
              <>
                <dt>版本</dt>
                <dd className="num">
                  {data.versionNo === 0 || data.kind === 'seal' ? '—' : `第 ${data.versionNo} 版`}
                </dd>
              </>
            )}
            <dt>门诊</dt>
            <dd>{data.clinicName}</dd>
            <dt>签发</dt>
            <dd className="num">{data.issuedAt.slice(0, 16)}</dd>
            {data.contentHash && (
              <>
                <dt>文件校验值</dt>
                <dd className="num">
                  {data.contentHash.slice(0, 8)}…{data.contentHash.slice(-8)}
                </dd>
              </>
            )}
          </CodeFacts>
          {data.contentHash && <Compare key={code} issued={data.contentHash} />}
        </>
      )}
    </CodePage>
  )
}

/** Compares a PDF with the one that was issued. The file stays on this device. */
function Compare({ issued }: { issued: string }) {
  const [result, setResult] = useState<'same' | 'other' | 'unable' | null>(null)
  const [over, setOver] = useState(false)
  const look = async (file: File | undefined) => {
    if (!file) return
    const hash = await hexOfHash(file).catch(() => null)
    setResult(hash === null ? 'unable' : sameHash(hash, issued) ? 'same' : 'other')
  }
  return (
    <label className={cx(s.drop, over && s.over)}>
      <Icon name="file" size={24} />
      <span>
        把收到的 PDF 拖到这里，或<b>选择文件</b>，与签发时的比对
      </span>
      <small>文件只在本机计算，不会上传</small>
      <input
        type="file"
        accept="application/pdf,.pdf"
        aria-label="要比对的 PDF"
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={() => setOver(false)}
        onChange={(event) => void look(event.target.files?.[0])}
      />
      <strong role="status" className={result ? s[result] : undefined}>
        {result === 'same' && '与签发时一致'}
        {result === 'other' && '不一致：不是签发的那份文件，或内容被改动过'}
        {result === 'unable' && '这个浏览器不能计算校验值，请换用 https 地址打开'}
      </strong>
    </label>
  )
}
