import { ADULT_AGE, CHILD_MAY_SIGN, consent, type Handwriting } from '@dentin/contract/consent'
import type { WireInput, WireOutput } from '@dentin/contract/core/call'
import { useState } from 'react'
import { SignPad } from '../../domain/sign-pad.tsx'
import { ApiError, send } from '../../lib/client.ts'
import { Button, EmptyState, ErrorLine, Field, Logo, Switch, TextField } from '../../ui/index.ts'
import { ConsentText } from './ConsentText.tsx'
import { GuardianFields, type SignerFields } from './SigningPane.tsx'
import s from './consent.module.css'

type Opened = WireOutput<typeof consent.open>
const tokenHere = () => window.location.hash.slice(1)

/** A consent on the patient's own phone. Nothing of it is shown, or kept, before the last four digits of the phone are right. */
export function PhoneSign() {
  const [tail, setTail] = useState('')
  const [shown, setShown] = useState<Opened | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState(false)
  const open = async () => {
    setBusy(true)
    setFailed(null)
    try {
      setShown(await send(consent.open, { token: tokenHere(), tail }))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailed(error.fields[0]?.message ?? error.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <main className={s.phone}>
      <Logo />
      {done ? (
        <EmptyState
          layout="stack"
          icon="check-circle"
          title="已签名"
          hint="谢谢。请告诉医生您已签好，这个页面可以关闭。"
        />
      ) : shown ? (
        <SignHere shown={shown} tail={tail} onDone={() => setDone(true)} />
      ) : (
        <form
          className={s.text}
          onSubmit={(event) => {
            event.preventDefault()
            void open()
          }}
        >
          <h1 className="t-22">签署同意书</h1>
          <p className="secondary">为确认是您本人，请输入留在门诊的手机号后 4 位。</p>
          <Field label="手机号后 4 位" required>
            <TextField
              size="lg"
              inputMode="numeric"
              maxLength={4}
              value={tail}
              onChange={({ target }) => setTail(target.value.replaceAll(/\D/g, ''))}
            />
          </Field>
          {failed && <ErrorLine>{failed}</ErrorLine>}
          <Button type="submit" variant="primary" size="lg" block busy={busy} disabled={tail.length !== 4}>
            查看
          </Button>
        </form>
      )}
    </main>
  )
}

function SignHere({ shown, tail, onDone }: { shown: Opened; tail: string; onDone: () => void }) {
  const { content, age } = shown
  const isChild = age !== null && age < ADULT_AGE
  const asksSentence = content.handSentence !== ''
  const [byGuardian, setByGuardian] = useState(isChild)
  const [signer, setSigner] = useState<SignerFields>({ name: '', relation: '', idTail: '' })
  const [ticks, setTicks] = useState(() => content.ticks.map(() => false))
  const [strokes, setStrokes] = useState<Handwriting | null>(null)
  const [sentence, setSentence] = useState<Handwriting | null>(null)
  const [childStrokes, setChildStrokes] = useState<Handwriting | null>(null)
  const [failed, setFailed] = useState<ApiError | null>(null)
  const [busy, setBusy] = useState(false)
  const problems = Object.fromEntries((failed?.fields ?? []).map(({ field, message }) => [field, message]))
  const submit = async () => {
    if (!strokes) return
    setBusy(true)
    setFailed(null)
    const input: WireInput<typeof consent.signByPhone> = {
      token: tokenHere(),
      tail,
      signerName: byGuardian ? signer.name : content.who.name,
      signerRelation: byGuardian ? signer.relation || '' : '',
      signerIdTail: byGuardian ? signer.idTail : '',
      ticks,
      strokes,
      child: childStrokes,
      sentence,
    }
    try {
      await send(consent.signByPhone, input)
      onDone()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // What was written stays: sent again it counts once.
      setFailed(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <h1 className="t-22">{content.title}</h1>
      <p className="tertiary t-12">
        {content.clinicName}　{shown.consentNo}
      </p>
      <ConsentText
        content={content}
        ticks={ticks}
        onTick={(n, ticked) => setTicks((now) => now.map((each, at) => (at === n ? ticked : each)))}
      />
      {!isChild && (
        <Switch checked={byGuardian} onChange={setByGuardian}>
          由近亲属或监护人代签
        </Switch>
      )}
      {byGuardian && <GuardianFields signer={signer} onChange={setSigner} problems={problems} />}
      {asksSentence && (
        <SignPad
          label={byGuardian ? '监护人书写' : '患者书写'}
          title={`请亲笔抄写：${content.handSentence}`}
          onChange={setSentence}
          height={140}
        />
      )}
      <SignPad label={byGuardian ? '监护人' : '患者'} onChange={setStrokes} height={180} />
      {isChild && age >= CHILD_MAY_SIGN && (
        <>
          <p className="tertiary t-12">孩子满 {CHILD_MAY_SIGN} 岁，可以一起签，不签也可以</p>
          <SignPad label="孩子" onChange={setChildStrokes} height={140} />
        </>
      )}
      {failed && <ErrorLine onRetry={failed.mayPass ? () => void submit() : undefined}>{failed.message}</ErrorLine>}
      <Button
        variant="primary"
        size="lg"
        block
        busy={busy}
        disabled={!strokes || !ticks.every(Boolean) || (asksSentence && !sentence)}
        onClick={() => void submit()}
      >
        {!ticks.every(Boolean)
          ? '请先逐条确认'
          : asksSentence && !sentence
            ? '请先亲笔抄写'
            : strokes
              ? '确认并提交'
              : '请先签名'}
      </Button>
      <p className={s.wording}>患者手写电子签名</p>
    </>
  )
}
