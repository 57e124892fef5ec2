import { BookingPage, type PhoneProof } from '../../../features/booking/index.ts'
import { usePhoneForm, SignForm } from '../../../features/identity/index.ts'

/** Phone and code in the words of the sign-in forms. */
const Proof: PhoneProof = ({ sendCode, onProve, submitText }) => {
  const { form, fields, missing, refused, phone, code } = usePhoneForm(sendCode)
  return (
    <SignForm
      form={form}
      onSubmit={(event) => form.submit(event, missing, () => onProve(phone, code), refused)}
      submitText={submitText}
    >
      {fields}
    </SignForm>
  )
}

/** /book?c=: a clinic's public page, where patients book by themselves. */
export default function Book() {
  return <BookingPage Proof={Proof} />
}
