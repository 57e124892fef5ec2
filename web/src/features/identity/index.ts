export { reloadPermissions, signOut, switchClinic } from './account-actions.ts'
export {
  type SignedIn,
  UNVERIFIED,
  forgetSession,
  gift,
  homeAfterSignIn,
  isNobody,
  leaveClinic,
  takeOver,
} from './account.ts'
export { ScanLogin, loadAccountActions, loadTokenTaker } from './deferred.ts'
export { useClinics, useUserInfo } from './hooks.ts'
export { ClinicPicker, LoginForm, PasswordForm } from './LoginForm.tsx'
export { ForgotForm, RegisterForm, ResetForm } from './NewPassword.tsx'
export { ChangePasswordForm, OwnInfoForm } from './OwnInfo.tsx'
export { OwnSignature } from './OwnSignature.tsx'
export { PhoneLoginForm, type ProvenPhone, usePhoneForm } from './PhoneForms.tsx'
export { SignForm } from './sign-form.tsx'
export { signInCalls } from './sign-in-calls.ts'
export { Terms } from './Terms.tsx'
