import { consentStates, PHOTO_CONSENT, type ConsentContent } from '@dentin/contract/consent'
import { useState } from 'react'
import { newRequestId } from '../../lib/client.ts'
import { can } from '../../lib/permission.ts'
import {
  Button,
  ErrorLine,
  LinkButton,
  Notice,
  Page,
  PageTitle,
  SkeletonRows,
  StatusTag,
  TextButton,
  toast,
} from '../../ui/index.ts'
import { ConsentText } from './ConsentText.tsx'
import { LinkDialog, VoidDialog } from './dialogs.tsx'
import { EditText } from './EditText.tsx'
import { AskDialog, RefuseDialog } from './EmergencyDialogs.tsx'
import { EmergencyNotice } from './EmergencyNotice.tsx'
import { Handed } from './Handed.tsx'
import { useConsent, useCreate, useDecide, useSave, useTakeBack, type ConsentDetail } from './hooks.ts'
import { Signature } from './Signature.tsx'
import { SigningPane } from './SigningPane.tsx'
import s from './consent.module.css'

interface Props {
  id: string
  /** The patient's consents. */
  listTo: (patientId: string) => string
  printTo: string
  onOpen: (id: string) => void
}

/** One consent: the text at the left, signing at the right. */
export function ConsentPage({ id, listTo, printTo, onOpen }: Props) {
  const { data, error, refetch, isFetching } = useConsent(id)
  // It outlives a signature: until the tablet is given back the patient sees nothing else.
  const [handed, setHanded] = useState(false)
  const [asks, setAsks] = useState(false)
  if (!data)
    return (
      <Page padded={error !== null}>
        <PageTitle />
        {error ? (
          <ErrorLine onRetry={() => void refetch()} retrying={isFetching}>
            {error.message}
          </ErrorLine>
        ) : (
          <SkeletonRows rows={12} />
        )}
      </Page>
    )
  return (
    <Page>
      <PageTitle
        sub={data.consentNo}
        crumbs={[{ label: `${data.patientName} 的同意书`, to: listTo(data.patientId) }]}
        extra={<StatusTag kind={consentStates} value={data.status} />}
        mobileActions={<StatusTag kind={consentStates} value={data.status} />}
      />
      {asks && !handed && data.can.sign && (
        <Notice tone="wait" icon="message" edge>
          患者想再问问，解释清楚后再交给患者签
        </Notice>
      )}
      <Whole
        key={data.version}
        data={data}
        printTo={printTo}
        onOpen={onOpen}
        handed={handed}
        onHand={(to, toAsk = false) => {
          setHanded(to)
          setAsks(toAsk)
        }}
      />
    </Page>
  )
}

/** Where nothing was known the text has a line to be filled. */
const hasBlanks = (content: ConsentContent): boolean => JSON.stringify(content).includes('＿＿')

interface WholeProps {
  data: ConsentDetail
  printTo: string
  onOpen: Props['onOpen']
  /** The tablet is in the patient's hands. */
  handed: boolean
  onHand: (handed: boolean, toAsk?: boolean) => void
}

function Whole({ data, printTo, onOpen, handed, onHand }: WholeProps) {
  const [dialog, setDialog] = useState<'void' | 'link' | 'ask' | 'refuse' | null>(null)
  const [large, setLarge] = useState(false)
  const [editing, setEditing] = useState(false)
  const [ticks, setTicks] = useState(() => data.content.ticks.map(({ ticked }) => ticked))
  const save = useSave()
  const create = useCreate()
  const decide = useDecide()
  const takeBack = useTakeBack()
  const own = { id: data.id, version: data.version }
  const wrong = (error: Error) => toast.error(error.message)
  const keep = (content: ConsentContent, done?: () => void) =>
    save.mutate(
      { id: data.id, version: data.version, content },
      { onSuccess: () => done?.(), onError: (error) => toast.error(error.message) },
    )
  const risk = (index: number, ticked: boolean) =>
    keep({
      ...data.content,
      ownRisks: data.content.ownRisks.map((each, n) => (n === index ? { ...each, ticked } : each)),
    })
  const refuse = () =>
    create.mutate(
      { patientId: data.patientId, templateKey: 'refuse-treatment', requestId: newRequestId() },
      { onSuccess: ({ id }) => onOpen(id), onError: (error) => toast.error(error.message) },
    )
  const approve = () =>
    decide.mutate(
      { ...own, agree: true },
      { onSuccess: () => toast.success('已批准，经治医生马上收到；患者事后补签'), onError: wrong },
    )
  const isOpen = consentStates.may('sign', data.status)
  const hasPatient = data.signatures.some(({ role }) => role === 'patient' || role === 'guardian')
  // In an emergency the text is fixed before anybody ticks: whoever signs for the patient ticks all the same.
  const ticksOpen = data.signatures.length === 0 || data.content.ticks.some(({ ticked }) => !ticked)
  const text = (
    <ConsentText
      content={data.content}
      onRisk={data.can.edit && !handed ? risk : undefined}
      ticks={hasPatient ? ticks.map(() => true) : ticks}
      onTick={
        data.can.sign && !hasPatient && ticksOpen
          ? (n, ticked) => setTicks((now) => now.map((each, at) => (at === n ? ticked : each)))
          : undefined
      }
    />
  )
  const pads = isOpen && data.can.sign && <SigningPane data={data} ticks={ticks} hasPatient={hasPatient} />
  if (handed)
    return (
      <Handed
        content={data.content}
        clinicName={data.clinicName}
        done={hasPatient || !isOpen}
        ticked={ticks.every(Boolean)}
        large={large}
        onLarge={() => setLarge((now) => !now)}
        onRefuse={
          consentStates.is(data.status, 'toSign') && data.kind === 1
            ? () => {
                onHand(false)
                refuse()
              }
            : undefined
        }
        onAsk={() => onHand(false, true)}
        onBack={() => onHand(false)}
        text={text}
        pads={pads}
      />
    )
  return (
    <>
      <div className={s.page} data-large={large || undefined}>
        <div className={s.reading}>
          <header className={s.titleLine}>
            <h2 className="t-22">{data.content.title}</h2>
            <span className="tertiary t-12">
              {data.consentNo}　模板第 {data.templateVersion} 版
            </span>
          </header>
          {!data.intact && (
            <ErrorLine>正文或签名与签署时不一致，可能被绕过系统改动。请与管理员核对后再使用。</ErrorLine>
          )}
          {consentStates.is(data.status, 'void') && (
            <Notice tone="danger" icon="ban">
              {data.voidName} 于 {data.voidTime?.slice(0, 16)} 作废：{data.voidReason}
            </Notice>
          )}
          {data.emergency && <EmergencyNotice status={data.status} emergency={data.emergency} />}
          {data.can.edit && !editing && hasBlanks(data.content) && (
            <Notice tone="wait" icon="pencil" action={<TextButton onClick={() => setEditing(true)}>改正文</TextButton>}>
              正文里还有没填的空，请在签名前补上
            </Notice>
          )}
          {editing ? (
            <EditText
              content={data.content}
              busy={save.isPending}
              onCancel={() => setEditing(false)}
              onSave={(next) => keep(next, () => setEditing(false))}
            />
          ) : (
            text
          )}
        </div>
        <aside className={s.signing} aria-label="签名">
          {data.signatures.map((each) => (
            <Signature key={each.role} {...each} />
          ))}
          {pads}
          <p className={s.wording}>患者手写电子签名。签完正文不能再改，作废须写原因，两份都可查。</p>
          {(data.signTime ?? data.emergency?.approvedAt) && (
            <p className={s.wording}>
              {data.pdfHash
                ? `签署时已生成 PDF 并留存，下载总是这一份。SHA-256 ${data.pdfHash.slice(0, 8)}…${data.pdfHash.slice(-8)}`
                : '签署时没有留存 PDF，下载时按正文和签名生成'}
            </p>
          )}
        </aside>
      </div>
      <footer className={s.foot}>
        {data.can.decide && (
          <>
            <Button variant="primary" icon="check" busy={decide.isPending} onClick={approve}>
              批准
            </Button>
            <Button onClick={() => setDialog('refuse')}>不批准</Button>
          </>
        )}
        {data.can.ask && !editing && (
          <Button icon="alert" onClick={() => setDialog('ask')}>
            紧急情形，申请负责人批准
          </Button>
        )}
        {data.can.takeBack && (
          <Button busy={takeBack.isPending} onClick={() => takeBack.mutate(own, { onError: wrong })}>
            撤回申请
          </Button>
        )}
        {consentStates.is(data.status, 'toSign') && data.can.sign && data.kind === 1 && (
          <Button busy={create.isPending} onClick={refuse}>
            不同意
          </Button>
        )}
        <Button icon="zoom-in" onClick={() => setLarge((now) => !now)}>
          {large ? '常用字' : '大字'}
        </Button>
        {data.can.edit && !editing && (
          <Button icon="pencil" onClick={() => setEditing(true)}>
            改正文
          </Button>
        )}
        {data.can.sign && !hasPatient && !editing && (
          <Button icon="signature" onClick={() => onHand(true)}>
            交给患者签
          </Button>
        )}
        {data.can.sign && !hasPatient && (
          <Button icon="qr" onClick={() => setDialog('link')}>
            手机签
          </Button>
        )}
        {can('/patientConsent:view') && (
          <LinkButton to={printTo} icon="printer">
            打印
          </LinkButton>
        )}
        {data.can.void && (
          <Button variant="danger" onClick={() => setDialog('void')}>
            {data.templateKey === PHOTO_CONSENT ? '撤回授权' : '作废'}
          </Button>
        )}
      </footer>
      {dialog === 'void' && <VoidDialog data={data} onClose={() => setDialog(null)} />}
      {dialog === 'ask' && <AskDialog data={data} onClose={() => setDialog(null)} />}
      {dialog === 'refuse' && <RefuseDialog data={data} onClose={() => setDialog(null)} />}
      {dialog === 'link' && <LinkDialog id={data.id} onClose={() => setDialog(null)} />}
    </>
  )
}
