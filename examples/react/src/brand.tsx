export function Brand() {
  return (
    <p className="brand">
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M5 6h14M5 6l7 12M19 6l-7 12" fill="none" stroke="currentColor" strokeWidth="2" />
        <circle cx="5" cy="6" r="3" /> <circle cx="19" cy="6" r="3" /> <circle cx="12" cy="18" r="3" />
      </svg>
      A registrar's desk
    </p>
  );
}
