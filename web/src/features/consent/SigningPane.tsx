import {
  ADULT_AGE,
  CHILD_MAY_SIGN,
  signerRelations,
  type Handwriting,
  type SignatureRole,
} from '@dentin/contract/consent'
import { useState } from 'react'
import { SignPad } from '../../domain/sign-pad.tsx'
import { newRequestId } from '../../lib/client.ts'
import { Select } from '../../ui/heavy.ts'
import { Button, ErrorLine, Field, Notice, Switch, TextField } from '../../ui/index.ts'
import { useSigning, type ConsentDetail, type SignInput } from './hooks.ts'
import s from './consent.module.css'

const relations = signerRelations.map((value) => ({ value, label: value }))

/** Who signs for the patient. */
export interface SignerFields {
  name: string
  relation: SignInput['signerRelation'] | ''
  idTail: string
}

/** Name, relation and the end of the identity number of whoever signs in the patient's place. */
export function GuardianFields({
  signer,
  onChange,
  problems,
}: {
  signer: SignerFields
  onChange: (signer: SignerFields) => void
  problems: Readonly<Record<string, string>>
}) {
  return (
    <div className={s.guardian}>
      <Field label="监护人姓名" required error={problems.signerName}>
        <TextField
          value={signer.name}
          maxLength={40}
          onChange={({ target }) => onChange({ ...signer, name: target.value })}
        />
      </Field>
      <Field label="与患者关系" required error={problems.signerRelation}>
        <Select
          searchable={false}
          options={relations}
          value={signer.relation || null}
          onChange={(relation) => onChange({ ...signer, relation: relation ?? '' })}
        />
      </Field>
      <Field label="证件尾号" required error={problems.signerIdTail}>
        <TextField
          value={signer.idTail}
          maxLength={4}
          placeholder="后 4 位"
          onChange={({ target }) => onChange({ ...signer, idTail: target.value })}
        />
      </Field>
    </div>
  )
}

/** The pads of a consent that is to be signed here, and the button that says which signature is missing. */
export function SigningPane({
  data,
  ticks,
  hasPatient,
}: {
  data: ConsentDetail
  ticks: readonly boolean[]
  hasPatient: boolean
}) {
  const isChild = data.age !== null && data.age < ADULT_AGE
  const [byGuardian, setByGuardian] = useState(isChild)
  const [signer, setSigner] = useState<SignerFields>({ name: '', relation: '', idTail: '' })
  const [pads, setPads] = useState<Partial<Record<SignatureRole, Handwriting | null>>>({})
  const [withWitness, setWithWitness] = useState(false)
  const [witness, setWitness] = useState('')
  const [requestId] = useState(newRequestId)
  const { sign, waiting, busy, error } = useSigning(data.id)
  const problems = Object.fromEntries((error?.fields ?? []).map(({ field, message }) => [field, message]))
  const put = (role: SignatureRole) => (strokes: Handwriting | null) => setPads((now) => ({ ...now, [role]: strokes }))
  const signed = new Set(data.signatures.map(({ role }) => role))
  const sentence = data.content.handSentence
  const mayChildSign = !hasPatient && isChild && (data.age ?? 0) >= CHILD_MAY_SIGN
  const who: SignatureRole = byGuardian ? 'guardian' : 'patient'
  const names: Partial<Record<SignatureRole, string>> = {
    patient: data.content.who.name,
    guardian: signer.name,
    child: data.content.who.name,
    doctor: data.doctorName,
    witness,
    sentence: byGuardian ? signer.name : data.content.who.name,
  }
  const given = (Object.keys(pads) as SignatureRole[]).flatMap((role) => {
    const strokes = pads[role]
    return strokes && !signed.has(role) ? [{ role, name: names[role] ?? '', strokes }] : []
  })
  const missing = [
    ...(!hasPatient && !ticks.every(Boolean) ? ['勾选'] : []),
    ...(!hasPatient && !pads[who] ? [byGuardian ? '监护人签名' : '患者签名'] : []),
    ...(!hasPatient && sentence !== '' && !pads.sentence ? ['亲笔书写'] : []),
    ...(!signed.has('doctor') && !pads.doctor ? ['医生签名'] : []),
  ]
  // One side may sign now and the other later; what was ticked goes with the first.
  const ready = given.length > 0 && (hasPatient || ticks.every(Boolean))
  const submit = () =>
    void sign({
      id: data.id,
      version: data.version,
      signerName: hasPatient ? data.signerName : byGuardian ? signer.name : data.content.who.name,
      signerRelation: byGuardian && !hasPatient ? signer.relation || '' : '',
      signerIdTail: byGuardian && !hasPatient ? signer.idTail : '',
      ticks: [...ticks],
      signatures: given,
      requestId,
    })
  return (
    <>
      {!hasPatient && (
        <>
          <div className={s.whoSigns}>
            <b>{byGuardian ? '监护人' : '患者'}</b>
            {isChild ? (
              <span className="tertiary t-12">未满 {ADULT_AGE} 岁，由监护人签</span>
            ) : (
              <Switch checked={byGuardian} onChange={setByGuardian}>
                由近亲属或监护人代签
              </Switch>
            )}
          </div>
          {byGuardian && <GuardianFields signer={signer} onChange={setSigner} problems={problems} />}
        </>
      )}
      <div className={s.pads}>
        {!hasPatient && <SignPad key={who} label={byGuardian ? '监护人' : '患者'} height={120} onChange={put(who)} />}
        {!signed.has('doctor') && (
          <SignPad label="医生" title={`医生签名　${data.doctorName}`} height={120} onChange={put('doctor')} />
        )}
        {mayChildSign && (
          <SignPad
            label="孩子"
            title={`孩子签名　满 ${CHILD_MAY_SIGN} 岁，可不签`}
            height={96}
            onChange={put('child')}
          />
        )}
      </div>
      {!hasPatient && sentence !== '' && (
        <SignPad
          key={`${who}-sentence`}
          label={byGuardian ? '监护人书写' : '患者书写'}
          title={`请亲笔抄写：${sentence}`}
          height={110}
          onChange={put('sentence')}
        />
      )}
      {!signed.has('witness') && (
        <Switch
          checked={withWitness}
          onChange={(on) => {
            setWithWitness(on)
            if (!on) put('witness')(null)
          }}
        >
          有见证人
        </Switch>
      )}
      {withWitness && !signed.has('witness') && (
        <>
          <Field label="见证人姓名" required>
            <TextField value={witness} maxLength={40} onChange={({ target }) => setWitness(target.value)} />
          </Field>
          <SignPad label="见证人" height={96} onChange={put('witness')} />
        </>
      )}
      {waiting && (
        <Notice tone="wait" icon="wifi-off">
          没有网络，签名已存在本机，恢复后自动送出一次
        </Notice>
      )}
      {error && <ErrorLine>{error.message}</ErrorLine>}
      <Button variant="primary" size="lg" block busy={busy} disabled={!ready || waiting} onClick={submit}>
        {missing.length === 0
          ? '确认并提交'
          : ready
            ? `先提交已签的（还差${missing.join('、')}）`
            : `还差${missing.join('、')}`}
      </Button>
    </>
  )
}
