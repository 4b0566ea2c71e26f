/** The events of a domain of the demo world besides registration and renewal. */
export type Condition =
  | 'clientHold'
  | 'locked'
  | 'manualInzone'
  | 'updateAsked'
  | 'deletionAsked'
  | 'deletionApproved'
  | 'forceDeleteSoft'
  | 'forceDeleteFast'
  | 'forceDeleteStarted'
  | 'transferred';

export interface DemoDomain {
  readonly name: string;
  /** The registrant's contact code; its registrar is the domain's. */
  readonly of: string;
  /** Days from today until it expires; negative if it has expired. */
  readonly in: number;
  readonly months?: number;
  readonly renewed?: number;
  readonly hosting?: 'registrar' | 'glue' | 'elsewhere' | 'none';
  readonly keys?: number;
  readonly condition?: Condition;
  /** The next registrant. */
  readonly newcomer?: string;
}

/** Registered in this order; the comments describe their state in the sandbox. */
export const names: readonly DemoDomain[] = [
  // Ordinary domains with a long way to go.
  { name: 'tamm.ee', of: 'ALPHA:TAMM', in: 212, renewed: 2, keys: 1 },
  { name: 'jaantamm.pri.ee', of: 'ALPHA:TAMM', in: 340 },
  { name: 'saar.ee', of: 'ALPHA:SAAR', in: 128, renewed: 1 },
  { name: 'marisaar.fie.ee', of: 'ALPHA:SAAR', in: 301 },
  { name: 'kask.com.ee', of: 'ALPHA:KASK', in: 405, months: 24 },
  { name: 'peetrilaud.ee', of: 'ALPHA:KASK', in: 95, hosting: 'elsewhere' },
  { name: 'rebane.ee', of: 'ALPHA:REBANE', in: 266, renewed: 1 },
  { name: 'ilves.ee', of: 'ALPHA:ILVES', in: 155, hosting: 'glue' },
  { name: 'lepp.ee', of: 'ALPHA:LEPP', in: 183 },
  { name: 'kuusk.ee', of: 'ALPHA:KUUSK', in: 720, months: 24 },
  { name: 'noorus.pri.ee', of: 'ALPHA:NOORUS', in: 87, months: 3, renewed: 1 },
  { name: 'virtanen.ee', of: 'ALPHA:VIRTANEN', in: 199 },
  { name: 'oliversmith.ee', of: 'ALPHA:SMITH', in: 244, hosting: 'elsewhere' },
  { name: 'tulevik.ee', of: 'ALPHA:TULEVIK', in: 1100, months: 60, keys: 2 },
  { name: 'tulevik.com.ee', of: 'ALPHA:TULEVIK', in: 1100, months: 60 },
  { name: 'nurgakohvik.ee', of: 'ALPHA:KOHVIK', in: 289 },
  { name: 'meretuul.ee', of: 'ALPHA:MERETUUL', in: 540, months: 24, hosting: 'glue', keys: 1 },
  { name: 'apteek.med.ee', of: 'ALPHA:APTEEK', in: 171, keys: 1 },
  { name: 'nordicparcel.ee', of: 'ALPHA:NORDIC', in: 312, hosting: 'elsewhere' },
  { name: 'sepp.ee', of: 'BETA:SEPP', in: 222, renewed: 1 },
  { name: 'parn.ee', of: 'BETA:PARN', in: 131 },
  { name: 'karlkivi.pri.ee', of: 'BETA:KIVI', in: 351 },
  { name: 'vaher.ee', of: 'BETA:VAHER', in: 277, keys: 1 },
  { name: 'raud.com.ee', of: 'BETA:RAUD', in: 186 },
  { name: 'roos.ee', of: 'BETA:ROOS', in: 104 },
  { name: 'ozols.ee', of: 'BETA:OZOLS', in: 233, hosting: 'elsewhere' },
  { name: 'hannahmeyer.ee', of: 'BETA:MEYER', in: 143 },
  { name: 'raamatupoodkaks.ee', of: 'BETA:RAAMAT', in: 320, renewed: 1 },
  { name: 'jarvekliinik.med.ee', of: 'BETA:KLIINIK', in: 258, hosting: 'glue' },
  { name: 'rabamatkad.ee', of: 'BETA:MATKAD', in: 98 },
  { name: 'balticweather.ee', of: 'BETA:BALTIC', in: 360, keys: 1 },
  { name: 'kaldapealse.ee', of: 'BETA:VALD', in: 610, months: 24 },
  { name: 'kaldapealse.test', of: 'BETA:VALD', in: 70, months: 6 },

  // Internationalized names.
  { name: 'õun.ee', of: 'ALPHA:OUN', in: 167 },
  { name: 'mägi.ee', of: 'ALPHA:MAGI', in: 205, hosting: 'glue' },
  { name: 'metsaääre.ee', of: 'ALPHA:KOOL', in: 330, keys: 1 },
  { name: 'žanrifestival.ee', of: 'ALPHA:LEPP', in: 58 },
  { name: 'põhjapuit.ee', of: 'BETA:PUIT', in: 249, renewed: 1 },
  { name: 'jäääärne.ee', of: 'BETA:MATKAD', in: 119 },
  { name: 'süvahavva.pri.ee', of: 'BETA:POLD', in: 24 },

  // Expiring soon: the renewal window is open.
  { name: 'kevad.ee', of: 'ALPHA:TAMM', in: 2 },
  { name: 'suvi.ee', of: 'ALPHA:SAAR', in: 6, keys: 1 },
  { name: 'sügis.ee', of: 'ALPHA:KASK', in: 9 },
  { name: 'talv.ee', of: 'ALPHA:REBANE', in: 13, hosting: 'elsewhere' },
  { name: 'laat.com.ee', of: 'ALPHA:KOHVIK', in: 18, months: 6 },
  { name: 'kontsert.ee', of: 'ALPHA:LEPP', in: 25, months: 3 },
  { name: 'regatt.ee', of: 'ALPHA:MERETUUL', in: 29 },
  { name: 'vitamiin.med.ee', of: 'ALPHA:APTEEK', in: 44 },
  { name: 'matkarada.ee', of: 'BETA:MATKAD', in: 4 },
  { name: 'soojuspump.ee', of: 'BETA:PUIT', in: 11 },
  { name: 'luulekogu.ee', of: 'BETA:RAAMAT', in: 21, months: 9 },
  { name: 'ilmajaam.ee', of: 'BETA:BALTIC', in: 27 },
  { name: 'hambaravi.med.ee', of: 'BETA:KLIINIK', in: 52 },

  // Expired: in the zone for fifteen days, then out of it for thirty, then gone.
  { name: 'eilne.ee', of: 'ALPHA:KUUSK', in: -1 },
  { name: 'unustatud.ee', of: 'ALPHA:REBANE', in: -6 },
  { name: 'vanapood.ee', of: 'ALPHA:KOHVIK', in: -13 },
  { name: 'kustunud.ee', of: 'ALPHA:SMITH', in: -22 },
  { name: 'tuhajuulius.ee', of: 'ALPHA:ILVES', in: -38 },
  { name: 'kadumas.ee', of: 'ALPHA:MAGI', in: -45 },
  { name: 'aegunud.ee', of: 'BETA:KIVI', in: -3 },
  { name: 'endine.com.ee', of: 'BETA:RAUD', in: -19 },
  { name: 'minevik.ee', of: 'BETA:HUNT', in: -45 },

  // These do not have nameservers.
  { name: 'ootel.ee', of: 'ALPHA:TULEVIK', in: 363, hosting: 'none' },
  { name: 'tulekul.ee', of: 'ALPHA:NORDIC', in: 358, hosting: 'none' },
  { name: 'planeeritud.ee', of: 'BETA:SEPP', in: 349, hosting: 'none' },

  // Waiting for their registrants' confirmation; the mails are in the mailbox.
  { name: 'uusomanik.ee', of: 'ALPHA:KASK', in: 146, condition: 'updateAsked', newcomer: 'ALPHA:ILVES' },
  { name: 'loobumine.ee', of: 'ALPHA:SAAR', in: 190, condition: 'deletionAsked' },
  { name: 'vahetus.ee', of: 'BETA:VAHER', in: 134, condition: 'updateAsked', newcomer: 'BETA:PARN' },
  { name: 'lahkumas.ee', of: 'BETA:ROOS', in: 77, condition: 'deletionApproved' },
  { name: 'nägemist.ee', of: 'ALPHA:OUN', in: 61, condition: 'deletionApproved' },

  // Changes by registrars, registrants and the registry.
  { name: 'peatatud.ee', of: 'ALPHA:KUUSK', in: 158, condition: 'clientHold' },
  { name: 'lukus.ee', of: 'ALPHA:TULEVIK', in: 410, months: 24, condition: 'locked' },
  { name: 'käsitsi.ee', of: 'BETA:VALD', in: 175, condition: 'manualInzone' },
  { name: 'sundkustutus.ee', of: 'ALPHA:VIRTANEN', in: 500, months: 24, condition: 'forceDeleteSoft' },
  { name: 'kiirkustutus.ee', of: 'BETA:OZOLS', in: 140, condition: 'forceDeleteFast' },
  { name: 'valeandmed.ee', of: 'ALPHA:NORDIC', in: 215, condition: 'forceDeleteStarted' },
  { name: 'vaidlus.ee', of: 'BETA:RAAMAT', in: 188 },
  { name: 'kolitud.ee', of: 'ALPHA:ILVES', in: 228, condition: 'transferred' },
  { name: 'ümberkolitud.ee', of: 'BETA:POLD', in: 162, condition: 'transferred' },

  // Registered with a reservation's code.
  { name: 'loodussõber.ee', of: 'ALPHA:KOOL', in: 351 },
];
