/**
 * Types of the console's calls. Written by hand in the form that `openapi-typescript` generates from
 * `/console_api/openapi.json`, which replaces `components` and `Calls`. Times are Unix milliseconds.
 */

export interface components {
  schemas: {
    Permission:
      | 'staff_read'
      | 'staff_manage'
      | 'audit_read'
      | 'orders_read'
      | 'orders_change'
      | 'orders_refund'
      | 'packing'
      | 'bank'
      | 'products_change'
      | 'stock_change'
      | 'prices_change'
      | 'content_change'
      | 'messages_answer'
      | 'customers_read'
      | 'customers_erase'
      | 'figures_read'
      | 'settings_change'
      | 'system';
    Lang: 'en' | 'fr' | 'de' | 'es' | 'zh';
    StaffSelf: {
      id: number;
      name: string;
      email: string;
      lang: components['schemas']['Lang'];
      role: { id: number; name: string };
      permissions: components['schemas']['Permission'][];
      proof_until_at: number | null;
      expires_at: number;
    };
    StaffSession: {
      signed_in: components['schemas']['StaffSelf'] | null;
      brand: string;
      languages: components['schemas']['Lang'][];
      /** IANA name. */
      time_zone: string;
      is_demo: boolean;
    };
    Invitation: {
      email: string;
      role: string;
      expires_at: number;
      totp: { secret: string; uri: string; qr_svg: string };
    };
    Registered: { recovery_codes: string[]; self: components['schemas']['StaffSelf'] };
    Person: {
      id: number;
      name: string;
      email: string;
      role_id: number;
      role_name: string;
      lang: components['schemas']['Lang'];
      created_at: number;
      seen_at: number | null;
      disabled_at: number | null;
      sessions: number;
    };
    OpenInvitation: {
      id: number;
      email: string;
      role_id: number;
      role_name: string;
      created_at: number;
      expires_at: number;
      /** Null: a command on the machine. */
      invited_by: string | null;
    };
    Role: {
      id: number;
      name: string;
      is_builtin: boolean;
      permissions: components['schemas']['Permission'][];
      people: number;
    };
    People: {
      people: components['schemas']['Person'][];
      invitations: components['schemas']['OpenInvitation'][];
      roles: components['schemas']['Role'][];
      permissions: components['schemas']['Permission'][];
    };
    Invited: components['schemas']['People'] & { mail_sent: boolean; link: string | null };
    Session: {
      id: number;
      is_current: boolean;
      created_at: number;
      seen_at: number;
      expires_at: number;
      browser: string;
      network: string;
    };
    AuditEntry: {
      id: number;
      at: number;
      /** `staff:ID`, `cli:USER` or `anybody`. */
      actor: string;
      call: string;
      outcome: 'done' | 'refused';
      noun: string;
      thing: string;
      before: unknown;
      after: unknown;
      /** Keyed hash of the network; null for commands. */
      network: string | null;
    };
    AuditVerified: {
      sealed: number;
      unsealed: number;
      last_hash: string | null;
      broken: { id: number; why: string } | null;
    };
  };
}

type S = components['schemas'];

export type AuditEntry = S['AuditEntry'];
export type AuditVerified = S['AuditVerified'];
export type Invitation = S['Invitation'];
export type Invited = S['Invited'];
export type Lang = S['Lang'];
export type OpenInvitation = S['OpenInvitation'];
export type People = S['People'];
export type Permission = S['Permission'];
export type Person = S['Person'];
export type Registered = S['Registered'];
export type Role = S['Role'];
export type Session = S['Session'];
export type StaffSelf = S['StaffSelf'];
export type StaffSession = S['StaffSession'];

/** What each call takes and answers. */
export interface Calls {
  'staff/session': { args: Record<string, never>; answer: StaffSession };
  'staff/sign_in': { args: { email: string; password: string; code: string }; answer: StaffSelf };
  'staff/sign_out': { args: Record<string, never>; answer: Record<string, never> };
  'staff/invitation': { args: { secret: string }; answer: Invitation };
  'staff/register': {
    args: { secret: string; name: string; lang: Lang; password: string; code: string };
    answer: Registered;
  };
  'staff/prove': { args: { password: string; code: string }; answer: { proof_until_at: number } };
  'staff/profile': { args: { name: string; lang: Lang }; answer: StaffSelf };
  'staff/password': { args: { password: string }; answer: Record<string, never> };
  'staff/recovery_codes': { args: Record<string, never>; answer: { recovery_codes: string[] } };
  'staff/sessions': { args: Record<string, never>; answer: { items: Session[] } };
  'staff/end_session': { args: { id: number }; answer: { items: Session[] } };
  'staff/people': { args: Record<string, never>; answer: People };
  'staff/invite': { args: { email: string; role_id: number }; answer: Invited };
  'staff/withdraw_invitation': { args: { id: number }; answer: People };
  'staff/set_role': { args: { id: number; role_id: number }; answer: People };
  'staff/disable': { args: { id: number }; answer: People };
  'staff/enable': { args: { id: number }; answer: People };
  'staff/end_sessions': { args: { id: number }; answer: People };
  'audit/list': {
    args: { before?: number; actor?: string; noun?: string; from_at?: number; to_at?: number };
    answer: { items: AuditEntry[]; next_before: number | null };
  };
  'audit/verify': { args: Record<string, never>; answer: AuditVerified };
}

export type Path = keyof Calls;
export type Args<P extends Path> = Calls[P]['args'];
export type Answer<P extends Path> = Calls[P]['answer'];

/** A text of the server: the id is a key of the language pack. */
export interface Message {
  id: string;
  params?: Record<string, string>;
}

/** The envelope of every answer, as that of the shop's calls. */
export interface Envelope {
  code: '0' | '1';
  message: string;
  data: unknown;
  error?: {
    id: string;
    params?: Record<string, string>;
    field_messages?: Record<string, Message>;
  };
}
